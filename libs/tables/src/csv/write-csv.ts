/** A cell's value. Text that a spreadsheet would run as a formula is written with an apostrophe before it. */
export type Cell = string | number | boolean | null | undefined;

/**
 * Where a spreadsheet would begin a formula: at the beginning of a text, and behind a comma, a tab or the end of a line, because one
 * that splits at commas does not see the quotes around a text that stands behind a `;`. An apostrophe there stops it. Also before
 * apostrophes and quotes: an import removes one apostrophe, and must restore exactly the text that was exported.
 */
const formulaSigns = String.raw`=+\-@\uff1d\uff0b\uff0d\uff20`;
const begins = String.raw`(?=['"]*[${formulaSigns}\t\r\n])`;
const follows = String.raw`(?=['"]*[${formulaSigns}])`;
const unguarded = new RegExp(String.raw`^${begins}|(?<=[,\t\r\n])${follows}`, 'g');
const guarded = new RegExp(String.raw`^'${begins}|(?<=[,\t\r\n])'${follows}`, 'g');

const withFormulaGuard = (text: string): string => text.replace(unguarded, "'");
export const withoutFormulaGuard = (text: string): string => text.replace(guarded, '');

const needsQuotes = /[";,\t\r\n]|^\s|\s$/;

const csvCell = (value: Cell): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return decimal(value).replace('.', ',');
  if (typeof value === 'boolean') return String(value);
  const text = withFormulaGuard(value);
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Without an exponent, which spreadsheets show as it is: our numbers have six decimals at most. */
const decimal = (value: number): string =>
  String(value).includes('e') ? value.toFixed(6).replace(/\.?0+$/, '') : String(value);

/** How the cells of a column are written. What it returns is in the file as it is, without a guard. */
export type Format = (value: never) => string;

/** By column, where a value alone does not say how it is written. */
export type Formats = { readonly [column: string]: Format };

/** With two decimals at least. */
export const money = (value: number): string => {
  const [whole, decimals = ''] = decimal(value).split('.');
  return `${whole},${decimals.padEnd(2, '0')}`;
};

/** The formats of these columns, in their order. */
export const formatsOf = (columns: readonly string[], formats: Formats = {}): (Format | undefined)[] =>
  columns.map((column) => formats[column]);

export const csvLine = (cells: readonly Cell[], formats: readonly (Format | undefined)[] = []): string => {
  const written = cells.map((cell, i) => {
    const format = cell === null || cell === undefined ? undefined : formats[i];
    return format ? format(cell as never) : csvCell(cell);
  });
  return `${written.join(';')}\r\n`;
};

/** Tells spreadsheets that the file is in UTF-8. */
export const byteOrderMark = '\ufeff';

export const csvType = 'text/csv; charset=utf-8; header=present';
