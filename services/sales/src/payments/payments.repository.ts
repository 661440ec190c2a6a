import { reversalMs } from '@representa/contracts';
import {
  arrayLiteral,
  callLongFunction,
  type Database,
  jsonb,
  literal,
  type PageAfter,
  pageAfter,
  sendingFor,
  sql,
  withErrors,
} from '@representa/postgres';
import { callerOf, keyArguments, parseStored } from '@representa/records';
import { acceptedVersions, type EmpresaCall, versionConflict } from '@representa/service-kit';
import type { FoundReference } from '../messaging/questions.ts';
import { salesNotDue } from './payments.errors.ts';
import type {
  Adjustment,
  NewAdjustment,
  Payment,
  PaymentPosition,
  PaymentsQuery,
  PaymentToAllocate,
} from './payments.schemas.ts';

const refusals = { payment_sale: (sales: string) => salesNotDue(JSON.parse(sales)), ...versionConflict };

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
      call: EmpresaCall,
      { vendas, limites, ...payment }: PaymentToAllocate & { data: string },
      representada: FoundReference,
      reply?: object,
    ): Promise<Payment | undefined> => {
      const [{ created }] = await write(
        call,
        sql<[{ created: string | null }]>`
          select add_payment(
            ${call.empresa_id}, ${jsonb(withRepresentada(payment, representada))},
            ${vendas ? arrayLiteral(vendas) : null}::uuid[], ${limites ? arrayLiteral(limites) : null}::numeric[],
            ${keyArguments(call)}, ${jsonb(callerOf(call))}, ${jsonb(call.idempotency && reply)},
            ${reply ? 0 : maxAllocations}::int
          )::text as created`,
      );
      return created === null ? undefined : parseStored(created);
    },

    /** The newest first. */
    list: async (
      call: EmpresaCall,
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
    read: async (call: EmpresaCall, id: string): Promise<Payment | undefined> => {
      const [{ payment }] = await database.within(
        call,
        sql<[{ payment: string | null }]>`select show_payment(${call.empresa_id}, ${id}, null)::text as payment`,
      );
      return payment === null ? undefined : parseStored(payment);
    },

    reverse: (call: EmpresaCall, id: string): Promise<boolean> =>
      callLongFunction(write, call, {
        name: 'reverse_payment',
        args: [call.empresa_id, id, acceptedVersions(call), JSON.stringify(callerOf(call))],
        timeoutMs: reversalMs,
        lockMs,
      }),

    /** Undefined when the representada is being deleted, or gone. */
    adjust: async (
      call: EmpresaCall,
      adjustment: NewAdjustment & { vencimento: string },
      representada: FoundReference,
    ): Promise<Adjustment | undefined> => {
      const [{ created }] = await database.within(
        call,
        sql<[{ created: string | null }]>`
          select add_adjustment(
            ${call.empresa_id}, ${jsonb(withRepresentada(adjustment, representada))},
            ${keyArguments(call)}, ${jsonb(callerOf(call))}
          )::text as created`,
      );
      return created === null ? undefined : parseStored(created);
    },
  };
};

const withRepresentada = (record: object, { nome, revision }: FoundReference): object => ({
  ...record,
  representada_nome: nome,
  representada_revision: revision,
});

export type PaymentsRepository = ReturnType<typeof makePaymentsRepository>;
