/** A cell's value. Text that a spreadsheet would run as a formula is kept from it; numbers are no text. */
export type Cell = string | number | boolean | null | undefined;

/** Also behind apostrophes, so that an import can take off exactly the one that was put on. */
const formula = /^'*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;
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

/** By which spreadsheets know UTF-8. */
export const byteOrderMark = '\ufeff';

/** A whole file, as Brazilian spreadsheets open it. */
export const toCsv = (columns: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  byteOrderMark + [columns, ...rows].map(csvLine).join('');
