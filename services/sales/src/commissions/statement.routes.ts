import type { CreateOnce } from '@representa/idempotency';
import { type App, bodyTypeError, invalidIssues, recordReply } from '@representa/service-kit';
import type { z } from 'zod';
import { messages } from '../sales/sales.errors.ts';
import { largestTotal } from '../sales/sales.schemas.ts';
import { makeTodayOf } from '../sales/today.ts';
import { docs } from './commissions.docs.schemas.ts';
import { nothingToPay, sumNotPositive } from './commissions.errors.ts';
import type { PayCommissions } from './pay-commissions.ts';
import type { PaymentToAllocate } from './payments.schemas.ts';
import { type Reconciliation, reconcileQuery, reconciliationRecord } from './reconcile.schemas.ts';
import type { Reconcile } from './reconcile.ts';
import { statementQuery, statementRecord } from './statement.schemas.ts';
import { mostRows, type ReadStatement, statementAsCsv } from './statement.ts';
import { statementAsPdf } from './statement-pdf.ts';
import { terminationQuery, terminationRecord } from './termination.schemas.ts';
import type { ComputeTermination } from './termination.ts';

interface Dependencies {
  readStatement: ReadStatement;
  computeTermination: ComputeTermination;
  reconcile: Reconcile;
  payCommissions: PayCommissions;
  createOnce: CreateOnce;
  now: () => Date;
}

export const statementRoutes = (
  app: App,
  { readStatement, computeTermination, reconcile, payCommissions, createOnce, now }: Dependencies,
): void => {
  const todayOf = makeTodayOf(now);

  app.addContentTypeParser('text/csv', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    const wrongType = bodyTypeError(request, 'text/csv');
    if (wrongType) return done(wrongType);
    // The fingerprint of an Idempotency-Key is taken from rawBody.
    request.rawBody = body;
    done(null, body);
  });

  app.get(
    '/api/v1/commissions/statement',
    {
      schema: { querystring: statementQuery, response: { 200: recordReply(statementRecord) } },
      config: { docs: docs.readCommissionStatement },
    },
    async ({ call, query }, reply) => {
      const mes = query.mes ?? todayOf(call).slice(0, 7);
      const data = await readStatement(call, todayOf(call), query.representada_id, mes, mostRows[query.formato]);
      if (query.formato === 'json') return { success: true as const, data };
      const isPdf = query.formato === 'pdf';
      const file = isPdf ? await statementAsPdf(data) : Buffer.from(statementAsCsv(data));
      return reply
        .type(isPdf ? 'application/pdf' : 'text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="comissoes-${mes}.${query.formato}"`)
        .send(file as never);
    },
  );

  app.get(
    '/api/v1/commissions/termination',
    {
      schema: { querystring: terminationQuery, response: { 200: recordReply(terminationRecord) } },
      config: { docs: docs.computeTermination },
    },
    async ({ call, query }) => ({ success: true as const, data: await computeTermination(call, query) }),
  );

  app.post(
    '/api/v1/commissions/reconcile',
    {
      schema: {
        querystring: reconcileQuery,
        response: { 200: recordReply(reconciliationRecord), 201: recordReply(reconciliationRecord) },
      },
      config: { docs: docs.reconcileCommissions, bodyType: 'text/csv' },
    },
    async (request, reply) => {
      const { call, query, body } = request;
      const file = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
      const compare = (mes = query.mes ?? todayOf(call).slice(0, 7)) =>
        reconcile(call, todayOf(call), { ...query, mes }, file);
      if (!query.registrar) return { success: true as const, data: await compare() };

      let compared: Reconciliation | undefined;
      const payment = await createOnce(request, reply, async () => {
        compared = await compare();
        return payCommissions.pay(call, paymentOf(query, compared));
      });
      // A repeated request compares for its reply only, with the month of the first one.
      compared ??= await compare(payment.mes);
      return { success: true as const, data: { ...compared, pagamento_id: payment.id } };
    },
  );
};

/** What they say they paid, order by order. */
const paymentOf = (
  { representada_id, data, referencia = '' }: z.output<typeof reconcileQuery>,
  { mes, conferem, divergem, totais: { valor_informado: valor } }: Reconciliation,
): PaymentToAllocate => {
  const paid = [...conferem, ...divergem].filter(({ valor_informado = 0 }) => valor_informado > 0);
  if (paid.length === 0) throw nothingToPay();
  if (valor <= 0) throw sumNotPositive();
  if (valor > largestTotal) throw invalidIssues([{ path: ['body'], message: messages.tooLarge }]);
  const vendas = paid.map(({ sale_id = '' }) => sale_id);
  const limites = paid.map(({ valor_informado = 0 }) => valor_informado);
  return { representada_id, valor, referencia, vendas, limites, mes, ...(data !== undefined && { data }) };
};
