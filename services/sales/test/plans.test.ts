import { sql } from '@representa/postgres';
import { findExternal, makeChangesRepository, makeKeptAnswers } from '@representa/records';
import { HttpError } from '@representa/service-kit';
import {
  foundRepresentada,
  listPlans,
  numberedId,
  plannedCall,
  recordsOf,
  tableStates,
  testPlans,
} from '@representa/testing';
import { makeCommissionsRepository } from '../src/commissions/commissions.repository.ts';
import { freezeRates } from '../src/commissions/freeze-rates.rules.ts';
import { makeInflationIndexRepository } from '../src/commissions/inflation-index.repository.ts';
import { makePaymentsRepository } from '../src/payments/payments.repository.ts';
import { makeReceiptsRepository } from '../src/receipts/receipts.repository.ts';
import { makeReconciliationRepository } from '../src/reconciliation/reconciliation.repository.ts';
import { makeReferencesRepository } from '../src/references/references.repository.ts';
import { makeReportsRepository } from '../src/reports/reports.repository.ts';
import { makeCreateSales } from '../src/sales/batch-sales.repository.ts';
import { makeCreateSale } from '../src/sales/create-sale.ts';
import { type Changes, changeSale } from '../src/sales/sale.rules.ts';
import { makeSaleChangesRepository } from '../src/sales/sale-changes.repository.ts';
import { asStored, itemsAsJson } from '../src/sales/sale-items.ts';
import { makeSaleStates } from '../src/sales/sale-state.repository.ts';
import { makeSalesRepository } from '../src/sales/sales.repository.ts';
import { createSaleBody, listSalesQuery, saleOrders, updateSaleBody } from '../src/sales/sales.schemas.ts';
import { makeSalesList } from '../src/sales/sales-list.repository.ts';
import { makeWriteSale } from '../src/sales/write-sale.repository.ts';
import { makeTerminationRepository } from '../src/termination/termination.repository.ts';

const sale = (n: number): string => numberedId(1, n);
/** Each sale has a client of its own; a company has one representada. */
const client = (n: number): string => numberedId(2, n);
const representada = (e: number): string => numberedId(3, e);
const payment = (n: number): string => numberedId(5, n);
const receipt = (n: number): string => numberedId(6, n);
const idempotency = (key: string) => ({ key, fingerprint: Buffer.alloc(32) });
const item = { produtoId: 'A', quantidade: 1, valorUnitario: 1 };
const found = foundRepresentada({ comissao: 5 });
const frozen = freezeRates(updateSaleBody.parse({ itens: [item] }).itens ?? [], found);
const items = { valor_total: 100, comissao: 5, comissao_percentual: 5 };
/** A state with few records has no commission that is due, and one has no payment. */
const expectRefusal = (error: unknown): void => {
  if (!(error instanceof HttpError)) throw error;
};
const numbered = '(e - 1) * 100000 + n';
/** Every commission is overdue: hardly any is expected or paid. */
const unpaid = 'a company that records no payments';

testPlans({
  schema: 'sales',
  tables: [
    'sale',
    'sale_item',
    'sale_counter',
    'reference',
    'kept_answer',
    'sale_history',
    'sale_receipt',
    'commission_entry',
    'commission_part',
    'commission_payment',
    'commission_allocation',
    'inflation_index',
    'change_sequence',
    'audit_entry',
    'tombstone',
  ],
  states: [...tableStates, ...tableStates.slice(0, 1).map((state) => ({ ...state, name: unpaid }))],
  fill: (state) => [
    `insert into reference (empresa_id, id, kind, nome, revision)
     select ${numberedId(0, 'e')}, ${numberedId(2, numbered)}, 'client', 'Mercado ' || n || '.', 0
     from ${recordsOf(state)}
     union all
     select distinct ${numberedId(0, 'e')}, ${numberedId(3, 'e')}, 'representada', 'Indústria', 0
     from ${recordsOf(state)}`,
    `insert into sale
       (empresa_id, id, pedido, data, cliente_id, representada_id, status, valor_total, created_at, updated_at,
        change, comissao, comissao_percentual, id_externo)
     select ${numberedId(0, 'e')}, ${numberedId(1, numbered)}, 'P-' || n || '.', date '2020-01-01' + n / 20,
       ${numberedId(2, numbered)}, ${numberedId(3, 'e')}, case when n % 100 = 0 then 'Cancelado' else 'PAGA' end, n,
       now(), now(), n, 0.5, 5, case when n % 2 = 1 then 'E-' || n || '.' end
     from ${recordsOf(state)}`,
    `insert into sale_item (empresa_id, sale_id, posicao, produto_id, quantidade, valor_unitario, valor_total)
     select empresa_id, id, posicao, 'SKU-' || posicao, 1, 5, 5 from sale cross join generate_series(1, 2) posicao`,
    'insert into change_sequence (empresa_id, last) select empresa_id, max(change) from sale group by 1',
    // Most commissions are paid, the newest of every hundred is due, the one before it is expected.
    `insert into commission_part
       (empresa_id, origem_id, parte, representada_id, parcela, vencimento, percentual, base, prevista, devida, paga)
     select empresa_id, id, 1, representada_id, 1, date '2026-01-15' + (change % 300)::int, 5, 10,
       case state when 'prevista' then 0.5 else 0 end, case state when 'prevista' then 0 else 0.5 end,
       case state when 'paga' then 0.5 else 0 end
     from sale cross join lateral (
       select case when ${state.name === unpaid} or change % 100 = 99 then 'devida'
         when change % 100 = 98 then 'prevista' else 'paga' end
     ) given (state)`,
    // Of each ten sales.
    `insert into commission_payment (empresa_id, id, representada_id, data, valor, referencia, created_at)
     select empresa_id, ('01890005' || right(id::text, 28))::uuid, representada_id, data, 4.5, '', now() from sale
     where change % 10 = 1 and ${state.name !== unpaid}`,
    `insert into commission_allocation (empresa_id, origem_id, parte, payment_id, valor)
     select sale.empresa_id, sale.id, 1, paid.id, 0.5 from sale
     join sale first on first.empresa_id = sale.empresa_id and first.change = sale.change - sale.change % 10 + 1
     join commission_payment paid on paid.empresa_id = sale.empresa_id and paid.id = ('01890005' || right(first.id::text, 28))::uuid
     where sale.change % 100 not in (98, 99)`,
    `insert into commission_entry
       (empresa_id, numero, tipo, representada_id, origem_id, parte, vencimento, base, prevista, devida, paga, credito)
     select empresa_id, row_number() over (partition by empresa_id order by origem_id), 'devida', representada_id,
       origem_id, parte, vencimento, base, prevista, devida, paga, 0 from commission_part`,
    `insert into sale_receipt (empresa_id, sale_id, id, parcela, data, valor, comissao)
     select empresa_id, id, ('01890006' || right(id::text, 28))::uuid, 1, data, 1, 0 from sale where change % 10 = 3`,
    `update sale set recebido = 1 where change % 10 = 3`,
    `insert into tombstone (empresa_id, resource, change, id, deleted_at)
     select empresa_id, 'sale', last + n, gen_random_uuid(), now() - interval '91 days'
     from change_sequence cross join generate_series(1, 2000) n where empresa_id = '${numberedId(0, 1)}'`,
    // Many changes of a sale that is open, and of one that the last of them made paid.
    `insert into sale_history (empresa_id, sale_id, version, alterado_em, de, para)
     select empresa_id, id, made.version, now(), '{}', jsonb_build_object('status', case made.version when 2000 then 'PAGA' else 'Pedido' end,
       'recebido', 1) from sale cross join generate_series(2, 2000) made (version) where change in (5, 6) and empresa_id = '${numberedId(0, 1)}'`,
    `update sale set pago_em = data where change = 6`,
    `insert into sale_counter (empresa_id, ano, total) select empresa_id, 2026, count(*) from sale group by 1`,
  ],
  queries: (database, state) => {
    const { records } = state;
    const writeSale = makeWriteSale(database);
    const states = makeSaleStates(database);
    const sales = makeSalesRepository(database, writeSale);
    const salesList = makeSalesList(database);
    const saleChanges = makeSaleChangesRepository(database);
    const changes = makeChangesRepository(database);
    const references = makeReferencesRepository(database);
    const answers = makeKeptAnswers(database);
    const commissions = makeCommissionsRepository(database);
    const reconciliations = makeReconciliationRepository(database);
    const receipts = makeReceiptsRepository(database, writeSale);
    const payments = makePaymentsRepository(database);
    const reports = makeReportsRepository(database);
    const terminations = makeTerminationRepository(database);
    const indexes = makeInflationIndexRepository(database);
    const aDay = { de: '2020-01-05', ate: '2020-01-05', formato: 'json' as const };
    const call = plannedCall();
    const { empresa_id } = call;
    const newSale = createSaleBody.parse({
      clienteId: client(1),
      representadaId: representada(1),
      itens: [
        { produtoId: 'A', quantidade: 1, valorUnitario: 1 },
        { produtoId: 'B', quantidade: 2, valorUnitario: 2 },
      ],
    });
    const createSale = makeCreateSale({
      createSales: makeCreateSales(database),
      questions: {
        findClient: async (_call, id) => ({ id, nome: 'Mercado 1', revision: 0, ativo: true }),
        findRepresentada: async (_call, id) => ({ id, ...found }),
      },
      now: () => new Date('2026-01-01T12:00:00Z'),
    });
    const all = listSalesQuery.parse({});
    const deepPage = Math.max(1, Math.floor(records / 40));
    const today = '2026-06-01';
    /** Also what the rules would refuse. */
    const change = (id: string, changes: Changes, written?: ReturnType<typeof asStored>) =>
      writeSale(call, id, { withItems: written !== undefined }, (state) => ({
        decision: changeSale(state, changes, today),
        ...{ name: 'update sale', operation: 'alterar', resource: 'sales', items: written },
        columns: sql`written.id, ${itemsAsJson(call, id)} as itens`,
      }));
    const listed = (filter: object) => () => commissions.list(call, today, { limit: 20, ...filter }, undefined);
    const known = { id: representada(1), nome: 'Indústria', revision: 0 };
    const newPayment = { representada_id: representada(1), valor: 0.7, data: '2026-06-01', referencia: '' };
    // A state with few records has none of the sales that are due or expected.
    const [due, expected] = records > 100 ? [sale(99), sale(98)] : [sale(1), sale(2)];
    const unused = { empresa_id, id: numberedId(4, 1), kind: 'client' as const };
    return {
      'the first page': [() => salesList.page(call, all)],
      'a first page of 100': [() => salesList.page(call, { ...all, limit: 100 }), 450],
      'the second page': [() => salesList.page(call, { ...all, page: 2 })],
      'a deep page': [() => salesList.page(call, { ...all, page: deepPage }), 2 * records + 150],
      'a page past the end': [() => salesList.page(call, { ...all, page: 2 * records }), 2 * records + 150],
      ...listPlans({
        list: salesList,
        call,
        state,
        all,
        orders: saleOrders,
        positions: { data: ['2020-02-01', sale(600)], valor_total: [600, sale(600)], created_at: [sale(600)] },
        nearEnd: [sale(10)],
        filters: {
          'of a code': { pedido: 'P-3.' },
          'of an external id': { id_externo: 'E-3.' },
          'of a client': { cliente_id: client(3) },
          'of a status that few have': [{ status: 'CANCELADA' }, records / 100],
          'of a status that most have': [{ status: 'Faturado' }, records],
          'of a representada': [{ representada_id: representada(1) }, records],
          'of no representada': { representada_id: numberedId(4, 1) },
          'of all days': [{ data_de: '2000-01-01' }, records],
          'of a few days': { data_de: '2020-01-01', data_ate: '2020-01-02' },
          'of a few values': { valor_min: '10', valor_max: '20.5' },
          'found by code': { search: 'p-3.' },
          'found by client': { search: 'mercado 3.' },
          'not found': { search: 'padaria' },
          'of a client, a status and days': { cliente_id: client(3), status: 'PAGA', data_de: '2020-01-01' },
          'of a representada and a status that few have': [
            { representada_id: representada(1), status: 'CANCELADA' },
            records / 100,
          ],
          'found by client and value': { search: 'mercado 3.', valor_max: '1000' },
        },
      }),
      'a page of changes': [() => saleChanges.changes(call, 0, 20)],
      'a later page of changes': [() => saleChanges.changes(call, Math.floor(records / 2), 20)],
      'changes after the last record': [() => saleChanges.changes(call, 300_000, 20)],
      'removing old tombstones': [() => changes.prune(call), 3_500],
      'reading one': [() => sales.read(call, sale(1))],
      'finding an external id': [() => findExternal(database, call, 'sale', 'E-3.')],
      'looking for one': [() => saleChanges.isThere(call, sale(1))],
      'reading its state': [() => states.read(call, sale(1))],
      'reading its state with its items': [() => states.read(call, sale(1), { withItems: true })],
      'reading its state with a receipt': [() => states.read(call, sale(3), { receiptId: receipt(3) })],
      'updating one': [() => change(sale(4), { pedido: 'NEW', items }, asStored(frozen)), 1_200],
      'cancelling one': [() => change(sale(7), { status: 'Cancelado' }), 600],
      'the commissions': [listed({})],
      'the commissions of a representada': [listed({ representada_id: representada(1) })],
      'the commissions of a sale': [listed({ sale_id: sale(1) })],
      'the commissions of an order': [listed({ pedido: 'P-1.' })],
      'the commissions of a client': [listed({ cliente_id: client(1) })],
      'the commissions of a client that are paid': [listed({ cliente_id: client(1), situacao: 'paga' })],
      'the commissions of a day': [listed({ de: '2026-03-03', ate: '2026-03-03' })],
      ...Object.fromEntries(
        (['prevista', 'devida', 'vencida', 'paga'] as const).flatMap((situacao) => [
          [`the commissions that are ${situacao}`, [listed({ situacao })]],
          [`those of a representada that are ${situacao}`, [listed({ situacao, representada_id: representada(1) })]],
        ]),
      ),
      'the commissions of a representada and month': [
        () => commissions.ofMonth(call, today, { representada_id: representada(1), mes: '2026-03' }, 2_001),
        records + 150,
      ],
      'the payments of a representada and month': [
        () => commissions.paymentsOfMonth(call, today, { representada_id: representada(1), mes: '2026-03' }),
        records + 150,
      ],
      'what a representada owes in a month': [
        () => commissions.amountsOfMonth(call, today, { representada_id: representada(1), mes: '2026-03' }, 20_001),
        records + 150,
      ],
      'the amounts of orders': [() => reconciliations.amountsOf(call, representada(1), ['P-1.', 'P-2.', 'X'])],
      'the balances and the credit of a representada': [
        () => terminations.readAccount(call, representada(1)),
        records + 150,
      ],
      'the summary of a month': [() => commissions.summary(call, today, '2026-03', 10_001), records / 10 + 150],
      'the receipts of a sale': [() => receipts.list(call, sale(5))],
      'the receipts of a paid sale': [() => receipts.list(call, sale(6))],
      'receiving what a client paid': [() => receipts.create(call, expected, { valor: 1, data: '2026-06-01' }), 600],
      'taking a receipt back': [() => receipts.remove(call, sale(3), receipt(3))],
      'the payments': [() => payments.list(call, { limit: 20 }, undefined), 700],
      'the payments of a representada': [
        () => payments.list(call, { limit: 20, representada_id: representada(1) }, undefined),
        700,
      ],
      'a payment': [() => payments.read(call, payment(1))],
      'paying the oldest commissions': [() => payments.create(call, newPayment, known)],
      'paying the commissions of a sale': [
        () => payments.create(call, { ...newPayment, vendas: [due], limites: [0.4] }, known).catch(expectRefusal),
      ],
      'adjusting commissions': [
        () =>
          payments.adjust(
            call,
            { representada_id: representada(1), valor: 5, motivo: 'Meta', vencimento: '2026-07-01' },
            known,
          ),
      ],
      'taking a payment back': [() => payments.reverse(call, payment(1)).catch(expectRefusal)],
      'loading an index': [() => indexes.load(call, { nome: 'inpc', meses: [{ mes: '2026-01-01', fator: '1.01' }] })],
      'a report of a day': [() => reports.sales(call, { por: 'mes', ...aDay }, 10_001)],
      'a report of a day by product': [() => reports.sales(call, { por: 'produto', ...aDay }, 10_001)],
      'a report of a day by client': [() => reports.byClient(call, aDay, 100)],
      // Each sale has a client of its own.
      'who stopped buying': [() => reports.clients(call, '2026-06-01', 60, 10_001), 10 * records + 150],
      'what 100 clients bought last and owe': [
        () => reports.clientAccounts(call, { empresa_id, ids: Array.from({ length: 100 }, (_, n) => client(n + 1)) }),
        450,
      ],
      'its history': [() => saleChanges.history(call, sale(4), 101, 100)],
      'creating one': [() => createSale({ ...call, idempotency: idempotency('new') }, newSale)],
      'creating one with a code': [() => createSale(call, { ...newSale, pedido: 'OWN' })],
      'keeping a refusal': [
        () => answers.keepRefusal(call, idempotency('refused'), new HttpError('sale.pedido_taken')),
      ],
      'finding a kept answer': [() => answers.find(call, idempotency('new'))],
      'fencing a client that no sale uses': [() => references.fence(call, { ...unused, epoch: 1 })],
      'fencing a client that one sale uses': [
        () => references.fence(call, { empresa_id, id: client(3), kind: 'client', epoch: 1 }),
      ],
      'fencing a representada': [
        () => references.fence(call, { empresa_id, id: representada(1), kind: 'representada', epoch: 1 }),
        2 * records + 150,
      ],
      'fencing a representada that nothing uses': [
        () => references.fence(call, { ...unused, id: numberedId(4, 2), kind: 'representada', epoch: 1 }),
        2 * records + 150,
      ],
      'counting the sales of a representada': [
        () => references.countRepresentadaSales(call, { empresa_id, id: representada(1) }),
        2 * records + 150,
      ],
      'voiding a fence': [() => references.voidFence(call, { ...unused, epoch: 1 })],
      'renaming a client': [() => references.rename(call, [{ ...unused, nome: 'Outro', revision: 1 }])],
      'deleting one': [() => sales.remove(call, sale(2))],
    };
  },
});
