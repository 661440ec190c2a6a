import type { AuditEntry } from '@representa/contracts';
import type { App } from '@representa/service-kit';
import { callFor } from '../requests.ts';
import { docs } from './audit.docs.schemas.ts';
import { auditQuery, auditReply } from './audit.schemas.ts';
import type { ReadAudit } from './read-audit.ts';

interface Dependencies {
  readAudit: ReadAudit;
  requestTimeoutMs: number;
}

export const auditRoutes = (app: App, { readAudit, requestTimeoutMs }: Dependencies): void => {
  app.get(
    '/audit',
    {
      schema: { querystring: auditQuery, response: { 200: auditReply } },
      config: { docs: docs.readAudit, scope: 'admin' },
    },
    async (request) => {
      const { keyHolder, query } = request;
      const { data, ...page } = await readAudit(callFor(request, requestTimeoutMs), keyHolder.empresa_id, query);
      return { ...page, data: data.map(withoutOperatorsAddress) };
    },
  );
};

/** Companies must not learn the addresses of the operator's network. */
const withoutOperatorsAddress = (entry: AuditEntry): AuditEntry =>
  entry.operador === null ? entry : { ...entry, endereco: null };
