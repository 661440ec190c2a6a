import { limits } from '@representa/queues';
import type { CreateOnce } from '@representa/records';
import { type App, recordReply } from '@representa/service-kit';
import { bodyTypeError, makeTakeSlot } from '@representa/service-kit/process';
import { reconciliationRunning, reconciliationsBusy } from '../commissions/commissions.errors.ts';
import type { FindFutureDate } from '../today.ts';
import type { Reconcile } from './reconcile.ts';
import { docs } from './reconciliation.docs.schemas.ts';
import { reconcileQuery, reconciliationRecord, recordedReconciliation } from './reconciliation.schemas.ts';
import type { RecordReconciliation } from './record-reconciliation.ts';

interface Dependencies {
  reconcile: Reconcile;
  recordReconciliation: RecordReconciliation;
  createOnce: CreateOnce;
  findFutureDate: FindFutureDate;
}

export const reconciliationRoutes = (
  app: App,
  { reconcile, recordReconciliation, createOnce, findFutureDate }: Dependencies,
): void => {
  app.addContentTypeParser('text/csv', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    const wrongType = bodyTypeError(request, 'text/csv');
    if (wrongType) return done(wrongType);
    // The fingerprint of an Idempotency-Key is taken from rawBody.
    request.rawBody = body;
    done(null, body);
  });

  const takeSlot = makeTakeSlot('reconciliation', limits.reconciliation, {
    company: reconciliationRunning,
    all: reconciliationsBusy,
  });
  app.post(
    '/api/v1/commissions/reconcile',
    {
      schema: {
        querystring: reconcileQuery,
        response: { 200: recordReply(reconciliationRecord), 201: recordReply(recordedReconciliation) },
      },
      config: { docs: docs.reconcileCommissions, bodyType: 'text/csv', alsoInvalid: findFutureDate },
    },
    async (request, reply) => {
      const { call, query, body } = request;
      const file = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
      const free = takeSlot(call.empresa_id);
      try {
        const data = query.registrar
          ? await createOnce(request, reply, () => recordReconciliation(call, query, file))
          : await reconcile(call, query, file);
        return { success: true as const, data };
      } finally {
        free();
      }
    },
  );
};
