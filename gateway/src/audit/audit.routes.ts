import type { AuditEntry } from '@representa/contracts';
import type { App } from '@representa/service-kit';
import { docs } from './audit.docs.schemas.ts';
import { auditQuery, auditReply } from './audit.schemas.ts';
import type { ReadAudit } from './read-audit.ts';

export const auditRoutes = (app: App, readAudit: ReadAudit): void => {
  app.get(
    '/audit',
    {
      schema: { querystring: auditQuery, response: { 200: auditReply } },
      config: { docs: docs.readAudit, scope: 'admin' },
    },
    async ({ call, query }) => {
      const { data, ...page } = await readAudit(call, call.empresa_id, query);
      return { ...page, data: data.map(withoutOperatorsAddress) };
    },
  );
};

/** Companies must not learn the addresses of the operator's network. */
const withoutOperatorsAddress = (entry: AuditEntry): AuditEntry =>
  entry.operador === null ? entry : { ...entry, endereco: null };
