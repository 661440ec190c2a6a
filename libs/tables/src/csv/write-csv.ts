/** A cell's value. Text that a spreadsheet would run as a formula is written with an apostrophe before it. */
export type Cell = string | number | boolean | null | undefined;

/** Also after apostrophes: an import removes one, and must restore exactly the text that was exported. */
export const formula = /^'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
const needsQuotes = /[";\r\n]|^\s|\s$/;

const csvCell = (value: Cell): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return decimal(value).replace('.', ',');
  if (typeof value === 'boolean') return String(value);
  const text = formula.test(value) ? `'${value}` : value;
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Without an exponent, which spreadsheets show as it is: our numbers have six decimals at most. */
const decimal = (value: number): string =>
  String(value).includes('e') ? value.toFixed(6).replace(/\.?0+$/, '') : String(value);

export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(';')}\r\n`;

/** Tells spreadsheets that the file is in UTF-8. */
export const byteOrderMark = '\ufeff';

export const csvType = 'text/csv; charset=utf-8; header=present';
