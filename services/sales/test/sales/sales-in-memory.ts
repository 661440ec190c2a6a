import { HttpError } from '@representa/service-kit';
import type { Books, Rule, Send } from '@representa/testing/commission-model';
import type { Entry } from '../../src/commissions/commission.rules.ts';
import { freezeRates } from '../../src/commissions/freeze-rates.rules.ts';
import { inCents, toCents } from '../../src/money.ts';
import {
  addReceipt,
  changeSale,
  type Decision,
  deleteSale,
  planNewSale,
  requireChangeable,
  type SaleFields,
  type SaleState,
  takeReceiptBack,
} from '../../src/sales/sale.rules.ts';
import { createSaleBody, updateSaleBody } from '../../src/sales/sales.schemas.ts';

const today = '2026-11-20';

type Recorded = Omit<Entry, 'receipt'> & { receipt: string | null };

/** What write_sale.sql and ledger.sql keep of a sale. */
const startSale = (id: string, sale: SaleFields, first: readonly Entry[]) => {
  const entries: Recorded[] = [];
  let receipts: { id: string; parcela: number; valor: number; comissao: number }[] = [];
  let version = 1;
  const partsOf = (recorded: readonly Recorded[]) => {
    const parts = new Map<number, Recorded>();
    for (const entry of recorded) {
      const before = parts.get(entry.parte) ?? { ...entry, base: 0, prevista: 0, devida: 0 };
      const { base, prevista, devida } = before;
      parts.set(entry.parte, {
        ...{ ...before, base: base + entry.base, prevista: prevista + entry.prevista, devida: devida + entry.devida },
      });
    }
    return [...parts.values()];
  };
  const record = (fresh: readonly Entry[], receipt: string): void => {
    for (const entry of fresh) entries.push({ ...entry, receipt: entry.receipt === 'new' ? receipt : entry.receipt });
  };
  record(first, '');

  return {
    entries,
    partsOf,
    state: (receiptId?: string): SaleState => {
      const parts = partsOf(entries);
      const instalments = [...new Set(receipts.map(({ parcela }) => parcela))];
      const named = receipts.filter((one) => one.id === receiptId);
      const sumOf = (rows: typeof receipts, of: 'valor' | 'comissao'): number =>
        rows.reduce((sum, row) => sum + row[of], 0);
      const expected = parts.filter(({ parcela, receipt }) => parcela !== null && receipt === null);
      return {
        ...{ id, version, sale, lastPart: Math.max(0, ...parts.map(({ parte }) => parte)), isPaid: false },
        receiptCount: new Set(receipts.map((one) => one.id)).size,
        received: instalments.map((parcela) => {
          const rows = receipts.filter((one) => one.parcela === parcela);
          return { parcela, valor: sumOf(rows, 'valor'), comissao: sumOf(rows, 'comissao') };
        }),
        expected: expected.filter(
          (part) => !expected.some((other) => other.parcela === part.parcela && other.parte > part.parte),
        ) as never,
        receipt:
          named.length === 0
            ? undefined
            : {
                ...{ id: receiptId as string, valor: sumOf(named, 'valor'), isPaid: false },
                parts: parts.filter(({ receipt }) => receipt === receiptId) as never,
              },
      };
    },
    write: ({ sale: changed, reversed, entries: fresh, receipt, takenBack }: Decision, receiptId: string): void => {
      Object.assign(sale, changed);
      version += 1;
      if (receipt) receipts.push(...receipt.covered.map((one) => ({ ...one, id: receiptId })));
      receipts = receipts.filter((one) => one.id !== takenBack);
      if (reversed) {
        const parts = partsOf(entries).filter((part) => !reversed.keepsReceipts || part.receipt === null);
        record(
          parts.map((part) => ({
            ...{
              ...part,
              tipo: 'estornada',
              base: 0 - part.base,
              prevista: 0 - part.prevista,
              devida: 0 - part.devida,
            },
            motivo: reversed.motivo,
          })),
          '',
        );
      }
      record(fresh, receiptId);
    },
  };
};

/** The requests of a history, done to the rules alone: no server, no database. */
export const startSalesInMemory = (rule: Rule, comissao: number) => {
  const sales = new Map<string, ReturnType<typeof startSale>>();
  let last = 0;
  const rates = { comissao, comissoes: [] };

  const answer: Send = async (method, path, body: object = {}) => {
    const [, , id = '', , receiptId] = path.split('/');
    const fresh = `00000000-0000-7000-8000-${String(++last).padStart(12, '0')}`;
    if (method === 'POST' && !id) {
      const { itens, status, data, valorTotal, parcelas } = createSaleBody.parse({
        ...{ ...body, clienteId: fresh, representadaId: fresh },
      });
      const frozen = freezeRates(itens, rates);
      const { sale, entries } = planNewSale({
        ...{
          pedido: '',
          id_externo: null,
          data: data ?? today,
          status,
          valor_total: toCents(valorTotal),
          comissao_dia: 15,
        },
        ...{ parcelas: parcelas?.map((one) => inCents(one, 'valor')) ?? null, comissao_quando: rule },
        ...{ comissao: frozen.comissao, comissao_percentual: frozen.comissao_percentual },
      });
      sales.set(fresh, startSale(fresh, sale, entries));
      return { status: 201, data: { id: fresh } };
    }
    const sale = sales.get(id) as ReturnType<typeof startSale>;
    const state = sale.state(receiptId);
    if (method === 'POST') {
      const { valor, parcela } = body as { valor: number; parcela?: number };
      const decision = addReceipt(state, { valor: toCents(valor), data: today, parcela });
      sale.write(decision, fresh);
      const parcelas = decision.receipt.covered.map((one) => ({
        ...one,
        valor: one.valor / 100,
        comissao: one.comissao / 100,
      }));
      return { status: 201, data: { id: fresh, parcelas } };
    }
    if (method === 'PUT') {
      const { itens, valorTotal, parcelas, ...others } = updateSaleBody.parse(body);
      const changes = { ...others, parcelas: parcelas ? parcelas.map((one) => inCents(one, 'valor')) : parcelas };
      // Of one item of one piece: with the same total it is the same.
      const isReplaced = toCents(valorTotal ?? 0) !== state.sale.valor_total;
      const frozen = itens && isReplaced ? freezeRates(itens, rates) : undefined;
      const items = frozen && {
        ...{ valor_total: toCents(valorTotal ?? 0), comissao: frozen.comissao },
        comissao_percentual: frozen.comissao_percentual,
      };
      requireChangeable(state, { ...changes, items }, undefined);
      sale.write(changeSale(state, { ...changes, items }, today), '');
      return { status: 200, data: {} };
    }
    sale.write(receiptId ? takeReceiptBack(state, receiptId, undefined) : deleteSale(state, undefined), '');
    return { status: 200, data: {} };
  };

  return {
    send: (async (...request) => {
      try {
        return await answer(...request);
      } catch (error) {
        if (error instanceof HttpError) return { status: error.status, data: undefined };
        throw error;
      }
    }) as Send,
    books: (): Books => {
      const entries = [...sales.values()].flatMap((sale) => sale.entries);
      const sum = (amounts: readonly number[]): number => amounts.reduce((a, b) => a + b, 0);
      return {
        earned: sum(entries.map(({ prevista, devida }) => prevista + devida)),
        due: sum(entries.map(({ devida }) => devida)),
        ...{ paid: 0, credit: 0 },
        changed: entries.filter(({ motivo, devida }) => motivo === 'venda alterada' && devida !== 0).length,
        bases: [...sales].map(([id, { entries: own, partsOf }]) => {
          const parts = partsOf(own);
          const isSettled = parts.some(({ parcela, devida }) => parcela === null && devida !== 0);
          const left = parts.filter(({ parcela, receipt }) => parcela !== null && receipt === null);
          return {
            id,
            base: sum(own.map(({ base }) => base)),
            lost: isSettled ? sum(left.map(({ base }) => base)) : 0,
          };
        }),
      };
    },
  };
};
