import { monitorEventLoopDelay, type PerformanceEntry, PerformanceObserver, performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { instrument, meter, observeCounter, observeGauge } from './metrics.ts';

/** CPU, memory, garbage collection and event loop of the process, and its version. */
export const observeRuntime = (version: string): (() => void) => {
  observeGauge('build.info', () => 1, { version, nodejs_version: process.version });
  observeCounter('process.cpu.time', () => process.cpuUsage().user / 1e6, { 'cpu.mode': 'user' });
  observeCounter('process.cpu.time', () => process.cpuUsage().system / 1e6, { 'cpu.mode': 'system' });
  observeGauge('process.memory.usage', () => process.memoryUsage.rss());
  observeGauge('v8js.memory.heap.used', () => getHeapStatistics().used_heap_size);
  observeGauge('v8js.memory.heap.limit', () => getHeapStatistics().heap_size_limit);
  const stopEventLoop = observeEventLoop();
  const stopCollections = observeCollections();
  return () => {
    stopEventLoop();
    stopCollections();
  };
};

/** Values count since they were last read. Over the process's lifetime, one stall would be shown for ever. */
const observeEventLoop = (): (() => void) => {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const gauges = {
    p50: meter().createObservableGauge(...instrument('nodejs.eventloop.delay.p50')),
    p99: meter().createObservableGauge(...instrument('nodejs.eventloop.delay.p99')),
    max: meter().createObservableGauge(...instrument('nodejs.eventloop.delay.max')),
    utilization: meter().createObservableGauge(...instrument('nodejs.eventloop.utilization')),
  };
  let last = performance.eventLoopUtilization();
  meter().addBatchObservableCallback((result) => {
    result.observe(gauges.p50, delay.percentile(50) / 1e9);
    result.observe(gauges.p99, delay.percentile(99) / 1e9);
    result.observe(gauges.max, delay.max / 1e9);
    delay.reset();
    const now = performance.eventLoopUtilization();
    result.observe(gauges.utilization, performance.eventLoopUtilization(now, last).utilization);
    last = now;
  }, Object.values(gauges));
  return () => void delay.disable();
};

/** Node's constants: https://nodejs.org/api/perf_hooks.html */
const collectionTypes: Readonly<Record<number, string>> = { 1: 'minor', 4: 'major', 8: 'incremental', 16: 'weakcb' };

const observeCollections = (): (() => void) => {
  const durations = meter().createHistogram(...instrument('v8js.gc.duration'));
  const observer = new PerformanceObserver((list) => {
    for (const { duration, detail } of list.getEntries() as (PerformanceEntry & { detail?: { kind?: number } })[]) {
      durations.record(duration / 1_000, { 'v8js.gc.type': collectionTypes[detail?.kind ?? 0] ?? 'other' });
    }
  });
  observer.observe({ entryTypes: ['gc'] });
  return () => observer.disconnect();
};
