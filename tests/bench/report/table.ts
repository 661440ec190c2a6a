export interface Column<Row> {
  title: string;
  value: (row: Row) => string;
  /** Texts are aligned left, numbers right. */
  text?: boolean;
}

const cellsOf = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string[][] => [
  columns.map(({ title }) => title),
  ...rows.map((row) => columns.map(({ value }) => value(row))),
];

export const plainTable = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string => {
  const cells = cellsOf(columns, rows);
  const widths = columns.map((_, i) => Math.max(...cells.map((line) => (line[i] ?? '').length)));
  const padded = (cell: string, i: number): string =>
    columns[i]?.text ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0);
  const [head = [], ...body] = cells.map((line) => line.map(padded).join('  ').trimEnd());
  return [head, '─'.repeat(widths.reduce((sum, width) => sum + width + 2, -2)), ...body].join('\n');
};

export const markdownTable = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string => {
  const [head = [], ...body] = cellsOf(columns, rows);
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(columns.map(({ text }) => (text ? '---' : '---:'))), ...body.map(line)].join('\n');
};
