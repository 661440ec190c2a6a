/**
 * The fill's ids can be computed: the n-th client of company e has the same id here, in the SQL of the fill and in
 * pgbench's scripts. So nothing has to look up what to request. They are UUIDv7 like real ones: a thousand for each
 * millisecond, then the kind of the record, then its company.
 */
export const kinds = { empresa: 0, sale: 1, client: 2, representada: 3 } as const;
export type Kind = keyof typeof kinds;

export const thisYear = new Date().getUTCFullYear();
const firstMoment = Date.UTC(thisYear, 0, 1);
const perMillisecond = 1_000;

const hex = (value: number, width: number): string => value.toString(16).padStart(width, '0');

export const idOf = (kind: Kind, n: number, company: number): string => {
  const moment = hex(firstMoment + Math.floor(n / perMillisecond), 12);
  return `${moment.slice(0, 8)}-${moment.slice(8)}-7${hex(n % perMillisecond, 3)}-8${hex(kinds[kind], 3)}-${hex(company, 12)}`;
};

export const empresaId = (company: number): string => idOf('empresa', company, 0);

/** The same as `idOf`, as an SQL expression of two SQL expressions. `moment`: milliseconds since 1970 of the first id. */
export const sqlId = (kind: Kind, n: string, company: string, moment = firstMoment): string =>
  `(lpad(to_hex(${moment} + ${n} / ${perMillisecond}), 12, '0') || '7' || lpad(to_hex(${n} % ${perMillisecond}), 3, '0')
    || '8${hex(kinds[kind], 3)}' || lpad(to_hex(${company}), 12, '0'))::uuid`;

export const sqlEmpresaId = (company: string): string => sqlId('empresa', company, '0');

export const keyOf = (company: number): string => `bench-${company}`;

/** Which representada the k-th sale of a company uses. */
export const representadasEach = 20;
export const sqlRepresentadaOfSale = (k: string): string => `(1 + ${k} % ${representadasEach})`;
