export type Cell = string | number | null | undefined;

/** A spreadsheet would run a text that begins like a formula. */
const harmless = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

const render = (cell: Cell): string => {
  if (cell === null || cell === undefined) return '';
  const text = typeof cell === 'number' ? String(cell).replace('.', ',') : harmless(cell);
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** As Brazilian spreadsheets open it: semicolons, decimal commas, and a byte order mark for the accents. */
export const toCsv = (columns: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  `\uFEFF${[columns, ...rows].map((row) => row.map(render).join(';')).join('\r\n')}\r\n`;

/** The rows of a CSV text. The first line tells whether semicolons, tabs or commas separate the cells. */
export const parseCsv = (text: string): string[][] => {
  const content = text.replace(/^\uFEFF/, '');
  const [header = ''] = content.split(/\r?\n/, 1);
  const delimiter = [';', '\t', ','].find((one) => header.includes(one)) ?? ',';
  const rows: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  for (let i = 0; i < content.length; i++) {
    const character = content[i] as string;
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (content[i + 1] === '"') cell += content[i++];
      else isQuoted = false;
    } else if (character === '"' && cell === '') isQuoted = true;
    else if (character === delimiter || character === '\n') {
      rows.at(-1)?.push(cell.replace(/\r$/, '').trim());
      cell = '';
      if (character === '\n') rows.push([]);
    } else cell += character;
  }
  rows.at(-1)?.push(cell.trim());
  return rows.filter((row) => row.some((one) => one !== ''));
};

/** `1.234,56`, `1,234.56`, `R$ 10,00`. Undefined for what is no amount of at most two decimals. */
export const parseAmount = (text: string): number | undefined => {
  const plain = text.replace(/^R\$|\s/g, '');
  const decimal = /[.,](\d{1,2})$/.exec(plain);
  const whole = decimal ? plain.slice(0, decimal.index) : plain;
  if (!/^-?\d{1,3}([.,]?\d{3})*$/.test(whole) && !/^-?\d+$/.test(whole)) return undefined;
  const amount = Number(`${whole.replace(/[.,]/g, '')}.${decimal?.[1] ?? '0'}`);
  return Math.abs(amount) <= 9_999_999_999_999.99 ? amount : undefined;
};
