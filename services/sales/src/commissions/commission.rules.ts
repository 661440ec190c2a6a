import { type Cents, proportion } from '../money.ts';

/** What a sale's commission depends on. */
export interface Terms {
  data: string;
  valor_total: Cents;
  /** Null: one instalment, at the sale's date. */
  parcelas: readonly Instalment[] | null;
  comissao: Cents;
  comissao_percentual: number;
  comissao_quando: 'recebimento' | 'faturamento';
  comissao_dia: number;
  pago_em: string | null;
  faturada_em: string | null;
}

export interface Instalment {
  vencimento: string;
  valor: Cents;
}

/** What one receipt covers of an instalment, or all receipts together, and what of its commission that makes due. */
export interface Received {
  parcela: number;
  valor: Cents;
  comissao: Cents;
}

/** What is still expected of an instalment: its newest part without a receipt. */
export interface ExpectedPart {
  parte: number;
  parcela: number;
  vencimento: string;
  percentual: number;
  base: Cents;
  prevista: Cents;
}

/** The part with what a receipt made due of an instalment. */
export interface DuePart {
  parte: number;
  parcela: number;
  vencimento: string;
  percentual: number;
  base: Cents;
  devida: Cents;
}

/** An entry of the ledger that is yet to be recorded, and what it adds to each sum of its part. */
export interface Entry {
  tipo: 'prevista' | 'devida' | 'estornada';
  parte: number;
  /** Null: of the whole sale, or of what was left of it. */
  parcela: number | null;
  /** The receipt that made it due. `new`: the one that is being made. */
  receipt: 'new' | (string & {}) | null;
  vencimento: string;
  percentual: number;
  base: Cents;
  prevista: Cents;
  devida: Cents;
  motivo: string | null;
}

const nothing = { parcela: null, receipt: null, base: 0, prevista: 0, devida: 0, motivo: null };

/** The day on which the rule was met, and the whole commission became due. */
export const settledOn = ({ comissao_quando, faturada_em, pago_em }: Terms): string | null =>
  comissao_quando === 'faturamento' ? faturada_em : pago_em;

/**
 * The day of the month after the settlement on which a commission is due (Lei 4.886/65, art. 32 § 1). In a shorter month, its last
 * day.
 */
export const dueDate = (settled: string, day: number): string => {
  const isDecember = settled.slice(5, 7) === '12';
  const year = Number(settled.slice(0, 4)) + (isDecember ? 1 : 0);
  const month = isDecember ? 1 : Number(settled.slice(5, 7)) + 1;
  const digits = (number: number, count: number): string => String(number).padStart(count, '0');
  return `${digits(year, 4)}-${digits(month, 2)}-${digits(Math.min(day, daysOf(year, month)), 2)}`;
};

const daysOf = (year: number, month: number): number => {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  if (month === 2) return isLeap ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
};

/** Its instalments with their shares of the commission, which add up to it, and what was received of each. */
export const instalmentsOf = (sale: Terms, received: readonly Received[]) => {
  const { data, valor_total, comissao } = sale;
  let until = 0;
  let shared = 0;
  return (sale.parcelas ?? [{ vencimento: data, valor: valor_total }]).map(({ vencimento, valor }, index) => {
    until += valor;
    const share = proportion(comissao, until, valor_total) - shared;
    shared += share;
    const numero = index + 1;
    const brought = received.find(({ parcela }) => parcela === numero);
    return {
      numero,
      vencimento,
      valor,
      comissao: share,
      recebido: brought?.valor ?? 0,
      devida: brought?.comissao ?? 0,
    };
  });
};

/**
 * What a receipt covers: the instalment that it names, or the open ones, earliest due date first. Each makes its share due in
 * proportion; its last receipt takes the remainder. `left`: what exceeds all that is open.
 */
export const spread = (sale: Terms, received: readonly Received[], valor: Cents, parcela: number | undefined) => {
  const covered: Received[] = [];
  let left = valor;
  const instalments = instalmentsOf(sale, received)
    .filter(({ numero }) => parcela === undefined || numero === parcela)
    // Equal dates keep the order of the numbers: sorting is stable.
    .sort((one, other) => (one.vencimento < other.vencimento ? -1 : one.vencimento > other.vencimento ? 1 : 0));
  for (const one of instalments) {
    const taken = Math.min(left, one.valor - one.recebido);
    if (taken === 0) continue;
    left -= taken;
    // A receipt that was taken back may have made more due than the others' share: never less than nothing.
    const earned = Math.max(0, proportion(one.comissao, one.recebido + taken, one.valor) - one.devida);
    covered.push({ parcela: one.numero, valor: taken, comissao: sale.comissao_quando === 'recebimento' ? earned : 0 });
  }
  return { covered, left };
};

/**
 * The first entries of a sale, or those after it has changed. Rule met: one `prevista` and one `devida` for the whole sale.
 * Otherwise one `prevista` per instalment, for what is still to be received of it, or a single one for `faturamento`.
 */
export const planEntries = (sale: Terms, received: readonly Received[], first: number): Entry[] => {
  const { comissao_dia: day, comissao_percentual: percentual, valor_total, comissao } = sale;
  if (comissao === 0) return [];
  const settled = settledOn(sale);
  const vencimento = dueDate(settled ?? sale.data, day);
  const whole = { ...nothing, parte: first, vencimento, percentual };
  const expected = { ...whole, tipo: 'prevista' as const, base: valor_total, prevista: comissao };
  if (settled !== null) return [expected, { ...whole, tipo: 'devida', prevista: -comissao, devida: comissao }];
  if (sale.comissao_quando === 'faturamento') return [{ ...expected, parcela: 1 }];
  return instalmentsOf(sale, received).map((one) => ({
    ...nothing,
    tipo: 'prevista',
    parte: first + one.numero - 1,
    parcela: one.numero,
    vencimento: dueDate(one.vencimento, day),
    percentual,
    base: one.valor - one.recebido,
    prevista: one.comissao - one.devida,
  }));
};

/** All that is still expected of a sale becomes due, because its rule was met. Shares that round to zero have a base, too. */
export const settleEntries = (sale: Terms, day: string, parts: readonly ExpectedPart[], next: number): Entry[] => {
  const expected = parts.filter(({ base }) => base !== 0);
  const base = expected.reduce((sum, part) => sum + part.base, 0);
  const devida = expected.reduce((sum, part) => sum + part.prevista, 0);
  if (devida === 0) return [];
  const vencimento = dueDate(day, sale.comissao_dia);
  return [
    ...expected.map((part) => ({
      ...nothing,
      ...part,
      tipo: 'devida' as const,
      base: -part.base,
      prevista: 0 - part.prevista,
    })),
    { ...nothing, tipo: 'devida', parte: next, vencimento, percentual: sale.comissao_percentual, base, devida },
  ];
};

const expectedOf = (parts: readonly ExpectedPart[], parcela: number): ExpectedPart => {
  const expected = parts.find((part) => part.parcela === parcela);
  if (!expected) throw new Error(`instalment ${parcela} has no part of a commission`);
  return expected;
};

/** What a receipt of a day covers is no longer expected, but due. */
export const receiptEntries = (
  sale: Terms,
  { data, covered }: { data: string; covered: readonly Received[] },
  parts: readonly ExpectedPart[],
  next: number,
): Entry[] => {
  if (sale.comissao_quando === 'faturamento' || sale.comissao === 0) return [];
  return covered.flatMap(({ parcela, valor, comissao }, index): Entry[] => {
    const { parte, vencimento, percentual } = expectedOf(parts, parcela);
    const of = { ...nothing, tipo: 'devida' as const, parcela, percentual };
    return [
      { ...of, parte, vencimento, base: -valor, prevista: 0 - comissao },
      {
        ...of,
        parte: next + index,
        receipt: 'new',
        vencimento: dueDate(data, sale.comissao_dia),
        base: valor,
        devida: comissao,
      },
    ];
  });
};

/** What a receipt made due is expected again. */
export const undoReceiptEntries = (
  receipt: string,
  due: readonly DuePart[],
  parts: readonly ExpectedPart[],
  motivo: string,
): Entry[] =>
  due.flatMap(({ parte, parcela, vencimento, percentual, base, devida }): Entry[] => {
    const expected = expectedOf(parts, parcela);
    const of = { ...nothing, tipo: 'estornada' as const, parcela, motivo };
    return [
      { ...of, parte, receipt, vencimento, percentual, base: -base, devida: 0 - devida },
      {
        ...of,
        parte: expected.parte,
        vencimento: expected.vencimento,
        percentual: expected.percentual,
        base,
        prevista: devida,
      },
    ];
  });
