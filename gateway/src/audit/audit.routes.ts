import { type AuditEntry, callWithin } from '@representa/contracts';
import type { App } from '@representa/service-kit';
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
    async ({ keyHolder, query }) => {
      const { data, ...page } = await readAudit(callWithin(requestTimeoutMs), keyHolder.empresa_id, query);
      return { ...page, data: data.map(withoutOperatorsAddress) };
    },
  );
};

/** The operator's network is no business of the companies. */
const withoutOperatorsAddress = (entry: AuditEntry): AuditEntry =>
  entry.operador === null ? entry : { ...entry, endereco: null };
