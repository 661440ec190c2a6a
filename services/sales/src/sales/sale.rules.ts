import { isDeepStrictEqual } from 'node:util';
import { preconditionFailed } from '@representa/service-kit';
import {
  type DuePart,
  type Entry,
  type ExpectedPart,
  type Instalment,
  planEntries,
  type Received,
  receiptEntries,
  settledOn,
  settleEntries,
  spread,
  type Terms,
  undoReceiptEntries,
} from '../commissions/commission.rules.ts';
import type { Cents } from '../money.ts';
import {
  fixedField,
  instalmentNotFound,
  instalmentsDiffer,
  invalidTransition,
  maxReceipts,
  receiptCommissionPaid,
  receiptExceeds,
  receiptNotFound,
  receiptOfCancelledSale,
  receiptOfPaidSale,
  saleCommissionPaid,
  saleReceived,
  tooManyReceipts,
} from './sales.errors.ts';
import {
  allowedAfter,
  mayChangeCode,
  mayChangeInstalments,
  mayChangeItems,
  milestones,
  type Status,
  stepOf,
} from './status.rules.ts';

/** A sale, as far as rules change it. */
export interface SaleFields extends Terms {
  pedido: string;
  status: Status;
  /** What the client has paid. */
  recebido: Cents;
  /** Its id in the caller's own system. */
  id_externo: string | null;
}

/** What is decided on: some 240 amounts at most, however many receipts and parts a sale has. */
export interface SaleState {
  id: string;
  version: number;
  sale: SaleFields;
  receiptCount: number;
  /** The sums by instalment. */
  received: readonly Received[];
  /** Of each instalment. */
  expected: readonly ExpectedPart[];
  lastPart: number;
  /** Whether anything of its commission is paid. */
  isPaid: boolean;
  /** The receipt that is asked about. */
  receipt?: { id: string; valor: Cents; parts: readonly DuePart[]; isPaid: boolean } | undefined;
}

/** What a write does to a sale. */
export interface Decision {
  /** The fields that get another value. */
  sale: Partial<SaleFields>;
  /** What was recorded of its commission is taken back, before the entries. */
  reversed?: { motivo: string; keepsReceipts: boolean };
  entries: Entry[];
  receipt?: { data: string; covered: Received[] };
  takenBack?: string;
  isDeleted?: true;
  /** For the history. */
  motivo?: string | null;
}

/** What an update asks for. */
export interface Changes {
  data?: string | undefined;
  pedido?: string | undefined;
  status?: Status | undefined;
  parcelas?: readonly Instalment[] | null | undefined;
  id_externo?: string | null | undefined;
  /** The total of new items, and what follows from their rates once they are known. */
  items?: { valor_total: Cents; comissao?: Cents; comissao_percentual?: number } | undefined;
  motivo?: string | null | undefined;
}

/** Why commissions were taken back, as the ledger and the history tell it. */
const motivos = {
  receiptTakenBack: 'recebimento desfeito',
  cancelled: 'venda cancelada',
  changed: 'venda alterada',
  deleted: 'venda excluída',
} as const;

/** The versions of a sale that `If-Match` accepts; undefined when any will do. */
type Accepted = readonly number[] | undefined;

const requireVersion = ({ version }: SaleState, accepted: Accepted): void => {
  if (accepted && !accepted.includes(version)) throw preconditionFailed();
};

const isCancelled = ({ status }: { status: string }): boolean => stepOf(status) === 'cancelada';

/** A new sale has met its milestones on its own date. */
export const planNewSale = <
  New extends Omit<SaleFields, 'pedido' | 'id_externo' | 'recebido' | 'pago_em' | 'faturada_em'>,
>(
  sold: New,
) => {
  const met = { pago_em: null, faturada_em: null, ...milestones(sold.status, sold.data) };
  const sale = { ...sold, ...met, recebido: met.pago_em === null ? 0 : sold.valor_total };
  return { sale, entries: isCancelled(sale) ? [] : planEntries(sale, [], 1) };
};

/** A client has paid. Without `parcela`, the oldest open instalments. */
export const addReceipt = (
  { sale, received, receiptCount, expected, lastPart }: SaleState,
  { valor, data, parcela }: { valor: Cents; data: string; parcela: number | undefined },
) => {
  if (isCancelled(sale)) throw receiptOfCancelledSale();
  if (valor > sale.valor_total - sale.recebido) throw receiptExceeds();
  if (receiptCount >= maxReceipts) throw tooManyReceipts();
  if (parcela !== undefined && parcela > (sale.parcelas?.length ?? 1)) throw instalmentNotFound();
  const { covered, left } = spread(sale, received, valor, parcela);
  if (left > 0) throw receiptExceeds();
  const receipt = { data, covered };
  return {
    sale: { recebido: sale.recebido + valor },
    entries: receiptEntries(sale, receipt, expected, lastPart + 1),
    receipt,
  } satisfies Decision;
};

/** It was no receipt. What it made due is expected again. */
export const takeReceiptBack = (state: SaleState, id: string, accepted: Accepted): Decision => {
  const { sale, receipt, expected } = state;
  const isMarkedPaid = sale.pago_em !== null;
  // What no receipt covers of a paid sale is shown as one with the sale's id.
  if (id === state.id && isMarkedPaid) throw receiptOfPaidSale();
  if (!receipt) throw receiptNotFound();
  requireVersion(state, accepted);
  if (isCancelled(sale)) throw receiptOfCancelledSale();
  if (isMarkedPaid) throw receiptOfPaidSale();
  if (receipt.isPaid) throw receiptCommissionPaid();
  const motivo = motivos.receiptTakenBack;
  return {
    sale: { recebido: sale.recebido - receipt.valor },
    entries: undoReceiptEntries(receipt.id, receipt.parts, expected, motivo),
    takenBack: receipt.id,
    motivo,
  };
};

/** Refuses what may not change, before anybody is asked for rates. */
export const requireChangeable = (state: SaleState, changes: Changes, accepted: Accepted): void => {
  requireVersion(state, accepted);
  const { sale } = state;
  const { status } = sale;
  const { items } = changes;
  // What stays as it is may be sent at any step (decision 29).
  const isChanged = (field: 'data' | 'pedido' | 'parcelas'): boolean =>
    changes[field] !== undefined && !isDeepStrictEqual(changes[field], sale[field]);
  const allowed = allowedAfter(status);
  if (changes.status !== undefined && !allowed.includes(changes.status))
    throw invalidTransition(status, changes.status, allowed);
  if (items && !mayChangeItems(status)) throw fixedField('itens', status);
  if (isChanged('data') && !mayChangeItems(status)) throw fixedField('data', status);
  if (isChanged('parcelas') && !mayChangeInstalments(status)) throw fixedField('parcelas', status);
  if (isChanged('pedido') && !mayChangeCode(status)) throw fixedField('pedido', status);
  if (sale.recebido > 0 && (items || isChanged('data') || isChanged('parcelas'))) throw saleReceived();
  const { parcelas = sale.parcelas } = changes;
  const total = items?.valor_total ?? sale.valor_total;
  if (parcelas && parcelas.reduce((sum, { valor }) => sum + valor, 0) !== total) throw instalmentsDiffer();
};

/** The sale after changes that are allowed, on a day of the company. */
export const changeSale = (state: SaleState, { items, motivo, ...changes }: Changes, today: string): Decision => {
  const { sale: before, received, expected, lastPart } = state;
  const given = Object.fromEntries(Object.entries({ ...changes, ...items }).filter(([, value]) => value !== undefined));
  const after: SaleFields = { ...before, ...given, ...milestonesAfter(before, changes.status, today) };
  // PAGA was a mistake: Faturado says invoiced, not paid. What is left is what the receipts say.
  if (before.status === 'PAGA' && after.status === 'Faturado') {
    after.pago_em = null;
    after.recebido = received.reduce((sum, { valor }) => sum + valor, 0);
  }
  if (before.pago_em === null && after.pago_em !== null) after.recebido = after.valor_total;
  return {
    sale: difference(before, after),
    ...changedCommission(before, after, { received, expected, next: lastPart + 1 }),
    motivo: motivo ?? null,
  };
};

/** The first day stays: a later status does not pay or invoice the sale again. */
const milestonesAfter = (before: SaleFields, status: Status | undefined, today: string) => {
  const met = milestones(status, today);
  return { pago_em: before.pago_em ?? met.pago_em ?? null, faturada_em: before.faturada_em ?? met.faturada_em ?? null };
};

const difference = (before: SaleFields, after: SaleFields): Partial<SaleFields> =>
  Object.fromEntries(
    Object.entries(after).filter(([field, value]) => !isDeepStrictEqual(value, before[field as keyof SaleFields])),
  );

const changedCommission = (
  before: SaleFields,
  after: SaleFields,
  { received, expected, next }: Pick<SaleState, 'received' | 'expected'> & { next: number },
): Pick<Decision, 'reversed' | 'entries'> => {
  if (isCancelled(after)) {
    return {
      ...(!isCancelled(before) && { reversed: { motivo: motivos.cancelled, keepsReceipts: false } }),
      entries: [],
    };
  }
  const motivo = whyPlannedAnew(before, after);
  if (motivo !== undefined) {
    return { reversed: { motivo, keepsReceipts: true }, entries: planEntries(after, received, next) };
  }
  const day = settledOn(after);
  const isMetNow = settledOn(before) === null && day !== null;
  return { entries: isMetNow ? settleEntries(after, day, expected, next) : [] };
};

/** By `faturamento`, a commission does not depend on instalments and receipts, and may be paid already. */
const whyPlannedAnew = (before: SaleFields, after: SaleFields): string | undefined => {
  const isAnother = (field: keyof SaleFields): boolean => !isDeepStrictEqual(before[field], after[field]);
  if (isAnother('valor_total') || isAnother('comissao') || isAnother('data')) return motivos.changed;
  if (after.comissao_quando === 'faturamento') return undefined;
  if (isAnother('parcelas')) return motivos.changed;
  return before.pago_em !== null && after.pago_em === null ? motivos.receiptTakenBack : undefined;
};

/** With its items, receipts and history. */
export const deleteSale = (state: SaleState, accepted: Accepted): Decision => {
  requireVersion(state, accepted);
  if (state.isPaid) throw saleCommissionPaid();
  return { sale: {}, reversed: { motivo: motivos.deleted, keepsReceipts: false }, entries: [], isDeleted: true };
};
