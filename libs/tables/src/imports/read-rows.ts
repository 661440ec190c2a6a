import { type FaultCode, sentenceOf } from '@representa/contracts';
import { codeOfIssue, type FoundIssue, invalidIssues, text } from '@representa/service-kit';
import type { z } from 'zod';
import { type CellType, fold, groupsByComma, parseBoolean, parseNumber } from '../csv/cells.ts';
import { otherColumns } from '../csv/csv.errors.ts';
import { readTable } from '../csv/read-table.ts';
import type { CsvRecord } from '../csv/split-records.ts';
import { withoutFormulaGuard } from '../csv/write-csv.ts';
import { type CellFault, wholeRow } from './imports.errors.ts';

/** What an import makes of a file's rows. */
export interface Importable {
  /** The input of a creation: the row of a new record is validated by it. */
  schema: z.ZodObject;
  /** The input of an update, by which the row of an existing record may be valid too. */
  changes: z.ZodObject;
  /** Columns that are not text. */
  types: Readonly<Record<string, CellType>>;
  /** Columns of an export that an import ignores. */
  readOnly: readonly string[];
  /** The column by which a row finds the record that it changes. */
  key: string;
}

/** By field. */
type Faults = Record<string, CellFault>;

export interface Row {
  line: number;
  key: string | null;
  /** Null when the row is no valid creation. */
  record: object | null;
  /** The part of the record that the row has a value for. */
  given: object;
  /** What is wrong if it is a new record, and if it changes one: only the database knows which of them it is. */
  faults: Faults | null;
  change_faults: Faults | null;
}

/** Errors show names of columns that come from the file: long ones are cut. */
const columnFault = (name: string, codigo: FaultCode): FoundIssue => ({
  path: [name.length > 60 ? `${name.slice(0, 60)}…` : name],
  codigo,
});

const maxNamed = 20;

/** The columns of the file, as the fields are called. Refuses unknown, repeated and missing ones by name. */
const readHeader = (header: readonly string[], { schema, readOnly, key }: Importable): string[] => {
  const known = new Set([...Object.keys(schema.shape), ...readOnly]);
  // Enough columns for `maxNamed` faults. A header may have thousands more.
  const names = header.slice(0, known.size + maxNamed).map(fold);
  // Without the key every row is a new record. With it, all may be changes, for example of prices alone.
  const missing = names.includes(key) ? undefined : schema.safeParse({}).error?.issues;
  const required = missing?.map(({ path: [name] }) => String(name)) ?? [];
  const faults = [
    ...names.flatMap((name, i) => (known.has(name) ? [] : [columnFault(header[i] as string, 'column.unknown')])),
    ...names.flatMap((name, i) => (names.indexOf(name) === i ? [] : [columnFault(name, 'column.repeated')])),
    ...required.flatMap((name) => (names.includes(name) ? [] : [columnFault(name, 'column.missing')])),
  ];
  if (faults.length > 0) throw invalidIssues(faults.slice(0, maxNamed));
  return names;
};

interface Cells {
  values: Record<string, unknown>;
  faults: Faults;
}

/** A file that groups by commas would mean 1234 by `1,234`, which is read as 1.234: such a file is refused. */
const readNumber = (cell: string): ReturnType<typeof parseNumber> =>
  groupsByComma(cell) ? 'ambiguous' : parseNumber(cell);

const cellFault = (issue: z.core.$ZodIssue): CellFault => ({ codigo: codeOfIssue(issue), mensagem: issue.message });

const ambiguousNumber: CellFault = {
  codigo: 'line.number_ambiguous',
  mensagem: sentenceOf('line.number_ambiguous'),
};

/** A cell that is ignored may hold any text, but no character that a creation refuses. */
const ignored = text(Number.POSITIVE_INFINITY);

const readCells = (cells: readonly string[], names: readonly string[], { types, readOnly }: Importable): Cells => {
  const values: Cells['values'] = {};
  const faults: Cells['faults'] = {};
  for (const [i, name] of names.entries()) {
    const cell = cells[i] as string;
    if (cell.trim() === '') continue;
    if (readOnly.includes(name)) {
      const fault = ignored.safeParse(cell).error?.issues[0];
      if (fault) faults[name] = cellFault(fault);
      continue;
    }
    const number = types[name] === 'number' ? readNumber(cell) : undefined;
    if (number === 'ambiguous') faults[name] = ambiguousNumber;
    else if (types[name] === 'number') values[name] = number ?? cell;
    else if (types[name] === 'boolean') values[name] = parseBoolean(cell) ?? cell;
    else values[name] = withoutFormulaGuard(cell);
  }
  return { values, faults };
};

const pick = (record: Record<string, unknown>, names: readonly string[]): object =>
  Object.fromEntries(names.map((name) => [name, record[name]]));

/** Validated as in a creation: an update of a product has no id. */
const keyOf = (values: Cells['values'], { schema, key }: Importable): string | null =>
  ((schema.shape[key] as z.ZodType).safeParse(values[key]).data as string | null | undefined) ?? null;

/** Of a faulty row. They may conflict with other rows and records, which is told together with its faults. */
const validValues = (values: Cells['values'], { changes }: Importable): object => {
  const parsed = Object.entries(values).map(([name, value]) => [
    name,
    (changes.shape[name] as z.ZodType | undefined)?.safeParse(value).data,
  ]);
  return Object.fromEntries(parsed);
};

const faultsOf = (unreadable: Faults, error: z.ZodError | undefined): Faults | null => {
  const faults = { ...unreadable };
  for (const issue of error?.issues ?? []) faults[issue.path.join('.')] ??= cellFault(issue);
  return Object.keys(faults).length > 0 ? faults : null;
};

const readRow = ({ line, cells }: CsvRecord, names: readonly string[], importable: Importable): Row => {
  if (cells.length !== names.length) {
    const { codigo, message: mensagem } = otherColumns(cells.length, names.length);
    const faults = { [wholeRow]: { codigo, mensagem } };
    return { line, key: null, record: null, given: {}, faults, change_faults: faults };
  }
  const { values, faults: unreadable } = readCells(cells, names, importable);
  const key = keyOf(values, importable);
  const given = (record: Record<string, unknown> = {}): object => pick(record, Object.keys(values));
  const created = importable.schema.safeParse(values, { reportInput: true });
  const faults = faultsOf(unreadable, created.error);
  if (created.success && !faults)
    return { line, key, record: created.data, given: given(created.data), faults: null, change_faults: null };
  const changed = importable.changes.safeParse(values, { reportInput: true });
  const change_faults = faultsOf(unreadable, changed.error);
  const valid = changed.success ? given(changed.data) : validValues(values, importable);
  return { line, key, record: null, given: valid, faults, change_faults };
};

/** The rows behind the header, each valid or with its faults. */
export async function* readRows(file: AsyncGenerator<string>, importable: Importable): AsyncGenerator<Row> {
  let names: string[] = [];
  const rows = readTable(file, (header) => {
    names = readHeader(header, importable);
  });
  for await (const row of rows) yield readRow(row, names, importable);
}
