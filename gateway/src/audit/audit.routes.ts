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
    (request) => readAudit(callFor(request, requestTimeoutMs), request.keyHolder.empresa_id, request.query),
  );
};
