/** The columns of a file, by its header. */
export interface Columns {
  names: string[];
  /** The cells of a row: as many as names, unless the row has other columns than the header. */
  cellsOf(row: string[]): string[];
}

const isBlank = (cell: string): boolean => cell.trim() === '';

/** Spreadsheets also write columns that were emptied, after the last one with a name: they are left out. */
export const columnsOf = (header: readonly string[]): Columns => {
  const named = header.findLastIndex((cell) => !isBlank(cell)) + 1;
  const hasEmptied = (row: readonly string[]): boolean =>
    row.length === header.length && row.slice(named).every(isBlank);
  return { names: header.slice(0, named), cellsOf: (row) => (hasEmptied(row) ? row.slice(0, named) : row) };
};
