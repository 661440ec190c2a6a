import { reversalMs } from '@representa/contracts';
import {
  arrayLiteral,
  type Database,
  type Fragment,
  jsonb,
  literal,
  type PageAfter,
  pageAfter,
  runLong,
  sendingFor,
  sql,
  withErrors,
} from '@representa/postgres';
import { parseStored, writeRecord } from '@representa/records';
import { type RequestCall, versionConflict } from '@representa/service-kit';
import { paymentNotFound, reconciliationRecorded, salesNotDue } from '../commissions/commissions.errors.ts';
import type { FoundReference } from '../messaging/questions.ts';
import type {
  Adjustment,
  NewAdjustment,
  Payment,
  PaymentPosition,
  PaymentsQuery,
  PaymentToAllocate,
} from './payments.schemas.ts';

const refusals = {
  payment_sale: (sales: string) => salesNotDue(JSON.parse(sales)),
  reconciliation_recorded: reconciliationRecorded,
  record_missing: paymentNotFound,
  ...versionConflict,
};

/** At most this many allocations are shown of a payment that is not read by its id: one may pay thousands of commissions. */
const maxAllocations = 100;

/** Reversals that wait for one another must not hold the company's connections for as long as one may take. */
const lockMs = 4_000;

export const makePaymentsRepository = (database: Database) => {
  const write = withErrors(database.within, refusals);

  return {
    /**
     * With `reply`, which a repeated request gets instead of the payment, the payment comes without its allocation. Undefined
     * when the representada is being deleted, or gone.
     */
    create: async (
      call: RequestCall,
      { vendas, limites, ...payment }: PaymentToAllocate & { data: string },
      representada: FoundReference,
      reply?: object,
    ): Promise<Payment | undefined> => {
      const [created] = await write(
        call,
        writeRecord<{ payment: string }[]>(call, {
          name: 'insert commission_payment',
          operation: 'criar',
          resource: 'payments',
          held: holding(call, representada),
          written: sql`
            select fresh_id as id, null::int as was_version, null::text[] as fields, payment
            from numbered cross join lateral add_payment(
              empresa_id, fresh_id, ${jsonb(payment)}, ${vendas ? arrayLiteral(vendas) : null}::uuid[],
              ${limites ? arrayLiteral(limites) : null}::numeric[], ${reply ? 0 : maxAllocations}::int
            ) payment`,
          columns: sql`payment::text`,
          kept: sql`coalesce(${jsonb(reply)} || jsonb_build_object('pagamento_id', written.id, 'credito', payment -> 'credito'), payment)`,
        }),
      );
      return created && parseStored(created.payment);
    },

    /** The newest first. */
    list: async (
      call: RequestCall,
      { limit, representada_id }: Omit<PaymentsQuery, 'cursor'>,
      after: PaymentPosition | undefined,
    ): Promise<PageAfter<Payment>> => {
      const rows = await database.within(
        call,
        sql<{ id: string; payment: string }[]>`
          select id, show_payment(${call.empresa_id}, id, ${maxAllocations})::text as payment
          from (
            select id from commission_payment
            where empresa_id = ${call.empresa_id}
              ${representada_id === undefined ? sql`` : sql`and representada_id = ${representada_id}`}
              ${after === undefined ? sql`` : sql`and id < ${after[0]}`}
            order by id desc limit ${literal(limit + 1)}
          ) page
          order by id desc`,
        sendingFor(limit),
      );
      const page = pageAfter(rows, limit, ({ id }) => [id]);
      return { ...page, data: page.data.map(({ payment }) => parseStored<Payment>(payment)) };
    },

    /** With its whole allocation. */
    read: async (call: RequestCall, id: string): Promise<Payment | undefined> => {
      const [{ payment }] = await database.within(
        call,
        sql<[{ payment: string | null }]>`select show_payment(${call.empresa_id}, ${id}, null)::text as payment`,
      );
      return payment === null ? undefined : parseStored(payment);
    },

    reverse: async (call: RequestCall, id: string): Promise<void> => {
      const reversal = writeRecord(call, {
        name: 'update commission_payment',
        operation: 'excluir',
        resource: 'payments',
        // It has no version: an If-Match other than * never fits.
        written: sql`
          select reversed as id, 0 as was_version, null::text[] as fields
          from numbered cross join lateral reverse_payment(empresa_id, ${id}) reversed`,
        columns: sql`written.id`,
      });
      await runLong(write, call, reversal, { timeoutMs: reversalMs, lockMs });
    },

    /** Undefined when the representada is being deleted, or gone. */
    adjust: async (
      call: RequestCall,
      { valor, vencimento, motivo }: NewAdjustment & { vencimento: string },
      representada: FoundReference,
    ): Promise<Adjustment | undefined> => {
      const [created] = await database.within(
        call,
        writeRecord<Adjustment[]>(call, {
          name: 'insert commission_entry',
          operation: 'criar',
          resource: 'adjustments',
          held: holding(call, representada),
          // A due part of its own.
          written: sql`
            select fresh_id as id, null::int as was_version, null::text[] as fields
            from numbered cross join lateral record_commission(empresa_id, array[
              new_entry('ajuste', ${representada.id}::uuid, ${vencimento}::date, fresh_id, 1, devida => ${valor}::numeric,
                motivo => ${motivo})
            ])`,
          columns: sql`
            written.id, ${representada.id}::uuid as representada_id, ${valor}::numeric as valor,
            ${vencimento}::date as vencimento, ${motivo}::text as motivo, now()::timestamptz(3) as created_at`,
        }),
      );
      return created;
    },
  };
};

/** Locks the representada that the record refers to. No row: it is being deleted, or gone. */
const holding = ({ empresa_id }: RequestCall, { id, nome, revision }: FoundReference): Fragment =>
  sql`select where hold_reference(${empresa_id}, 'representada', ${id}, ${nome}, ${revision})`;

export type PaymentsRepository = ReturnType<typeof makePaymentsRepository>;
