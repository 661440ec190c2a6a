import { join } from 'node:path';
import { type Servers, type StackProcesses, startNats, startProcess, startProcesses } from '@representa/local-stack';
import { distFolder } from '../paths.ts';
import { nodeEnv } from '../product.ts';
import type { Groups } from '../usage.ts';

/** The product's four processes once more. They send traces to a sink on this machine. */
export interface Traced {
  processes: StackProcesses;
  groups: Groups;
  stop(): Promise<void>;
}

/** `sampling`: the environment variables that tell which requests are traced. Without them: all. */
export const startTraced = async (servers: Servers, sampling: Record<string, string>): Promise<Traced> => {
  // A NATS of their own: on a shared one they would answer questions of the untraced processes.
  const nats = await startNats();
  const sink = await startProcess('gateway', {}, { script: join(distFolder, 'otlp-sink.js') });
  const exporter = { OTEL_TRACES_EXPORTER: 'otlp', OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${sink.url}/v1/traces` };
  const processes = await startProcesses({ ...servers, nats }, { nodeEnv, env: { ...exporter, ...sampling } });
  return {
    processes,
    groups: {
      gateway: () => [processes.gateway.pid()],
      sales: () => [processes.sales.pid()],
      clients: () => [processes.clients.pid()],
      catalog: () => [processes.catalog.pid()],
      nats: () => [nats.pid()],
      sink: () => [sink.pid()],
    },
    stop: async () => {
      await processes.stop();
      await sink.stop();
      await nats.stop();
    },
  };
};
