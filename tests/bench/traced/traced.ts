import { join } from 'node:path';
import { type Servers, type StackProcesses, startNats, startProcess, startProcesses } from '@representa/local-stack';
import { distFolder } from '../paths.ts';
import type { Groups } from '../usage.ts';

/** The same four processes once more, which send a trace of every request to a sink on this machine. */
export interface Traced {
  processes: StackProcesses;
  groups: Groups;
  stop(): Promise<void>;
}

export const startTraced = async (servers: Servers, nodeEnv: string): Promise<Traced> => {
  // A NATS of their own, or they would answer what the others ask.
  const nats = await startNats();
  const sink = await startProcess('gateway', {}, { script: join(distFolder, 'otlp-sink.js') });
  const env = { OTEL_TRACES_EXPORTER: 'otlp', OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${sink.url}/v1/traces` };
  const processes = await startProcesses({ ...servers, nats }, { nodeEnv, env });
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
