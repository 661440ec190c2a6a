/**
 * What the fill writes can be computed from numbers: the n-th client of company e has the same id here, in the SQL of
 * the fill and in pgbench's scripts. So nobody has to look up what to ask for. The ids are UUIDv7, like real ones.
 */
export const kinds = { empresa: 0, sale: 1, client: 2, representada: 3 } as const;
export type Kind = keyof typeof kinds;

export const thisYear = new Date().getUTCFullYear();
const firstMoment = Date.UTC(thisYear, 0, 1);

const hex = (value: number, width: number): string => value.toString(16).padStart(width, '0');

export const idOf = (kind: Kind, n: number, company: number): string => {
  const moment = hex(firstMoment + n, 12);
  return `${moment.slice(0, 8)}-${moment.slice(8)}-7${hex(kinds[kind], 3)}-8000-${hex(company, 12)}`;
};

export const empresaId = (company: number): string => idOf('empresa', company, 0);

/** The same as `idOf`, as an SQL expression of two SQL expressions. */
export const sqlId = (kind: Kind, n: string, company: string): string =>
  `(lpad(to_hex(${firstMoment} + ${n}), 12, '0') || '7${hex(kinds[kind], 3)}8000' || lpad(to_hex(${company}), 12, '0'))::uuid`;

export const sqlEmpresaId = (company: string): string => sqlId('empresa', company, '0');

export const keyOf = (company: number): string => `bench-${company}`;

/** Which client and representada the k-th sale of a company uses. */
export const representadasEach = 20;
export const sqlClientOfSale = (k: string, clients: number): string => `(1 + (${k} * 7) % ${clients})`;
export const sqlRepresentadaOfSale = (k: string): string => `(1 + ${k} % ${representadasEach})`;
