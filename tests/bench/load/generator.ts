// The load generator: a process of its own, so that its CPU is not counted as that of the system under load.
import { Worker } from 'node:worker_threads';
import { mulberry32 } from '@representa/testing/random';
import { arrivals } from './arrivals.ts';
import { Connection } from './connection.ts';
import type { FromGenerator, Job, JobResult, ToGenerator } from './job.ts';
import { Recorder } from './recorder.ts';
import { makeRequests } from './requests.ts';
import { nextRequest } from './scenarios.ts';

const tell = (message: FromGenerator): void => void process.send?.(message);

const prepare = async (job: Job): Promise<() => Promise<JobResult>> => {
  const requests = makeRequests(job);
  const next = nextRequest(job.scenario, requests);
  if (!next) throw new Error(`there is no scenario ${job.scenario}`);
  const latencies = new Recorder();
  const lateness = new Recorder();
  let sent = 0;
  let done = 0;
  let errors = 0;
  let firstError: string | undefined;
  let lastReply = 0;
  let underWay = 0;
  let onIdle = (_connection: Connection): void => {};
  let onQuiet = (): void => {};

  const fail = (reason: string): void => {
    errors++;
    firstError ??= reason;
  };
  const settle = (): void => {
    lastReply = performance.now();
    underWay--;
  };
  const send = (connection: Connection, due: number): void => {
    const { text, status } = next();
    sent++;
    connection.due = due;
    connection.expected = status;
    underWay++;
    connection.send(text);
  };
  const replied = (connection: Connection, status: number): void => {
    settle();
    latencies.add((lastReply - connection.due) * 1_000);
    if (status === connection.expected) done++;
    else fail(`status ${status} instead of ${connection.expected}`);
    onIdle(connection);
    if (underWay === 0) onQuiet();
  };
  const lost = (_connection: Connection, reason: string): void => {
    fail(`connection lost: ${reason}`);
    settle();
    if (underWay <= 0) onQuiet();
  };
  const connections = Array.from({ length: job.connections }, () => new Connection(job.port, replied, lost));
  await Promise.all(connections.map((connection) => connection.opened()));

  const closedLoop = (end: number): void => {
    const max = job.requests ?? Number.POSITIVE_INFINITY;
    onIdle = (connection) => {
      if (lastReply < end && sent < max) send(connection, lastReply);
    };
    for (const connection of connections.slice(0, max)) send(connection, performance.now());
  };

  /** A request that finds no free connection waits for one. The wait is part of its latency. */
  const openLoop = (begin: number, rate: number): Promise<void> => {
    const due = arrivals(rate, job.seconds, mulberry32(job.seed + 1));
    const idle = [...connections];
    let nextDue = 0;
    let called = 0;
    const sendDue = (): void => {
      while (nextDue < called && idle.length > 0) {
        const moment = begin + (due[nextDue++] as number);
        lateness.add((performance.now() - moment) * 1_000);
        // The one that was idle longest: the gateway closes connections that send nothing.
        send(idle.shift() as Connection, moment);
      }
    };
    onIdle = (connection) => {
      idle.push(connection);
      sendDue();
    };
    const origin = performance.timeOrigin;
    const ticker = new Worker(new URL('./ticker.js', import.meta.url), { workerData: { due, begin, origin } });
    return new Promise((resolve) => {
      ticker.on('message', (count: number) => {
        called = count;
        sendDue();
      });
      ticker.on('exit', () => resolve());
    });
  };

  return async () => {
    // The ticker's thread needs some time to start.
    const begin = performance.now() + (job.rate ? 100 : 0);
    if (job.rate) await openLoop(begin, job.rate);
    else closedLoop(begin + job.seconds * 1_000);
    if (underWay > 0) await new Promise<void>((resolve) => (onQuiet = resolve));
    for (const connection of connections) connection.close();
    const seconds = (lastReply - begin) / 1_000;
    const taken = { latencies: latencies.take(), lateness: lateness.take() };
    return { done, errors, firstError, seconds, ...taken, deleted: requests.deletedSoFar() };
  };
};

let run: (() => Promise<JobResult>) | undefined;
process.on('message', async (message: ToGenerator) => {
  if ('prepare' in message) {
    run = await prepare(message.prepare);
    tell({ ready: true });
  } else if (run) {
    tell({ result: await run() });
  }
});
// The benchmark has ended.
process.on('disconnect', () => process.exit());
