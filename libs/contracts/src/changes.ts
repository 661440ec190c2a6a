import { z } from 'zod';
import { broadcast, type ProcessName } from './operation.ts';

const changedOf = (service: ProcessName) =>
  broadcast({ subject: `${service}.v1.changed`, among: service, message: z.object({ empresa_id: z.string() }) });

/** After every write: wakes callers that wait for a change. */
export const recordsChanged = {
  sales: changedOf('sales'),
  catalog: changedOf('catalog'),
  clients: changedOf('clients'),
};
