import { randomUUID } from 'node:crypto';
import { headers } from '@representa/contracts';

export const testSecret = 'a secret for tests only';

/** The headers with which the gateway speaks for a company. */
export const asEmpresa = (empresa_id: string = randomUUID()): Record<string, string> => ({
  [headers.empresaId]: empresa_id,
  [headers.empresaTimeZone]: 'America/Sao_Paulo',
  [headers.keyId]: '01890000-0000-7000-8000-0000000000aa',
  [headers.keyPrefix]: 'rep_test',
  [headers.callerAddress]: '203.0.113.7',
  [headers.gatewaySecret]: testSecret,
  [headers.requestId]: randomUUID(),
});
