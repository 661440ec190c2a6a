import { type FoundIssue, invalidIssues } from '@representa/service-kit';
import { decodeText, fold, otherColumns, parseNumber, readTable, withoutFormulaGuard } from '@representa/tables';
import { messages } from '../commissions/commissions.errors.ts';
import { sumOf } from '../money.ts';
import { isInCents, largestTotal } from '../values.schemas.ts';
import { maxReconciledRows } from './reconciliation.schemas.ts';

/** Files may also group by commas (`1,234.56`). In them `1,500` is 1500, in others 1.50. */
const mayGroupByComma = /^\D*[1-9]\d{0,2},\d{3}$/;

/**
 * Undefined for `1.234` and `1,500`, which are ambiguous (decision 36), and for fractions of a cent: nothing is guessed about a
 * payment.
 */
const readAmount = (cell: string): number | undefined => {
  if (mayGroupByComma.test(cell)) return undefined;
  const amount = parseNumber(cell);
  const isAmount = typeof amount === 'number' && isInCents(amount) && Math.abs(amount) <= largestTotal;
  return isAmount ? amount : undefined;
};

/** Without regard to case and accents. */
const findColumns = (header: readonly string[], names: readonly string[]): number[] => {
  const folded = header.map(fold);
  const places = names.map((name) => folded.indexOf(fold(name)));
  const missing = names.filter((_, i) => places[i] === -1);
  if (missing.length > 0)
    throw invalidIssues(
      missing.map((name) => ({ path: [name], codigo: 'column.missing', message: messages.noColumn })),
    );
  const repeated = names.filter((name, i) => folded.lastIndexOf(fold(name)) !== places[i]);
  if (repeated.length > 0) throw invalidIssues(repeated.map((name) => ({ path: [name], codigo: 'column.repeated' })));
  return places;
};

const ofLine = (line: number) => ({ path: [String(line)], linha: line });

/** So many faulty rows are told. */
const maxIssues = 100;

/** The amounts that the representada states in its file, by order code. */
export const readTheirs = async (file: Buffer, pedido: string, valor: string): Promise<Map<string, number>> => {
  const theirs = new Map<string, number>();
  const issues: FoundIssue[] = [];
  let width = 0;
  let places: number[] = [];
  const table = readTable(decodeText([file]), (header) => {
    width = header.length;
    places = findColumns(header, [pedido, valor]);
  });
  let rows = 0;
  for await (const { line, cells } of table) {
    if (++rows > maxReconciledRows)
      throw invalidIssues([
        { path: ['body'], codigo: 'file.too_many_lines', message: messages.tooManyRows(maxReconciledRows) },
      ]);
    // A delimiter within a text moves the cells behind it, so another cell would be paid.
    if (cells.length !== width) {
      issues.push({ ...ofLine(line), ...otherColumns(cells.length, width) });
      continue;
    }
    const [code = '', amount = ''] = places.map((place) => cells[place]?.trim());
    const paid = readAmount(amount);
    // A reconciliation may be kept, and PostgreSQL keeps no NUL.
    if (code === '' || code.includes('\0') || paid === undefined) {
      issues.push({ ...ofLine(line), codigo: 'line.unreadable' });
      continue;
    }
    const order = withoutFormulaGuard(code);
    theirs.set(order, sumOf([theirs.get(order) ?? 0, paid]));
  }
  if (issues.length > 0) throw invalidIssues(issues.slice(0, maxIssues));
  return theirs;
};
