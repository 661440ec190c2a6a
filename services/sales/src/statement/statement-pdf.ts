import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import { setImmediate as yieldToOtherRequests } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Call, millisecondsLeft } from '@representa/contracts';
import { DeadlinePassed } from '@representa/postgres';
// Loaded with the process: to load it in a request would delay all others by a tenth of a second.
import PdfDocument from 'pdfkit';
import type { Commission } from '../commissions/commissions.schemas.ts';
import type { Statement } from './statement.schemas.ts';
import { words } from './statement.schemas.ts';

/** Beside the bundle; in the sources, in the package of the fonts. The fonts that PDF readers have lack some characters. */
const fontPath = (name: string): string => {
  const bundled = fileURLToPath(new URL(`./fonts/${name}`, import.meta.url));
  return existsSync(bundled) ? bundled : createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${name}`);
};

const left = 40;
const right = 555;
const top = 40;
const bottom = 790;
/** Left edge and width of each column; numbers are aligned to the right. */
const places = [
  { x: 40, width: 125 },
  { x: 165, width: 80, align: 'right' },
  { x: 245, width: 50, align: 'right' },
  { x: 295, width: 80, align: 'right' },
  { x: 385, width: 55 },
  { x: 440, width: 60 },
  { x: 500, width: 55 },
] as const;
const rowHeight = 15;
/** More than fit into a line of any column. Characters without a width would fit without end. */
const maxCharacters = 150;
/** Then other requests get their turn. */
const workMs = 5;

const money = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const percent = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 6 });
const date = (iso: string | null): string => (iso ?? '').split('-').reverse().join('/');

const cellsOf = (row: Commission): string[] => [
  row.pedido ?? `${words.adjustment}: ${row.motivo ?? ''}`,
  money.format(row.base),
  row.sale_id === null ? '' : percent.format(row.percentual),
  money.format(row.valor),
  row.situacao,
  date(row.vencimento),
  date(row.pago_em),
];

type Doc = PDFKit.PDFDocument;

interface Place {
  width?: number;
  align?: 'left' | 'center' | 'right';
}

/**
 * Cuts a text to a width. Adds the widths of characters: pdfkit keeps the layout of every text that it measures, so the
 * prefixes of long texts would fill the memory. Its `ellipsis` measures them too.
 */
const makeFit = (doc: Doc) => {
  const widths = new Map<string, number>();
  const widthOf = (font: string, size: number, character: string): number => {
    const key = `${font} ${size} ${character}`;
    const width = widths.get(key) ?? doc.widthOfString(character);
    widths.set(key, width);
    return width;
  };
  return (font: string, size: number, text: string, width: number): string => {
    const ellipsis = widthOf(font, size, '…');
    let used = 0;
    let count = 0;
    /** The end of the longest beginning that leaves room for the ellipsis. */
    let end = 0;
    let at = 0;
    for (const character of text) {
      used += widthOf(font, size, character);
      if (used > width || ++count > maxCharacters) return `${text.slice(0, end)}…`;
      at += character.length;
      if (used + ellipsis <= width) end = at;
    }
    return text;
  };
};

const openDocument = ({ mes, empresa_nome }: Statement): Doc => {
  const info = { Title: `${words.title} ${mes}`, Author: empresa_nome };
  const doc = new PdfDocument({ size: 'A4', margin: 0, bufferPages: true, font: null as never, info });
  doc.registerFont('regular', fontPath('DejaVuSans.ttf'));
  doc.registerFont('bold', fontPath('DejaVuSans-Bold.ttf'));
  return doc;
};

/** What is drawn: texts, rows of the table and lines. */
const makePen = (doc: Doc) => {
  const fit = makeFit(doc);
  const write = (font: string, size: number, text: string, x: number, y: number, place: Place = {}): void => {
    doc.font(font).fontSize(size).fillColor('#222');
    const { width = right - x, align = 'left' } = place;
    const shown = fit(font, size, text, width);
    const before = { left: 0, center: 0.5, right: 1 }[align] * (width - doc.widthOfString(shown));
    doc.text(shown, x + before, y, { lineBreak: false });
  };
  const row = (font: string, cells: readonly string[], y: number): void => {
    places.forEach(({ x, ...place }, i) => {
      write(font, 8, cells[i] ?? '', x, y, place);
    });
  };
  const line = (y: number): void => {
    doc.moveTo(left, y).lineTo(right, y).lineWidth(0.5).strokeColor('#999').stroke();
  };
  return { write, row, line };
};

type Pen = ReturnType<typeof makePen>;

const drawHeading = ({ write }: Pen, { empresa_nome, representada_nome, mes }: Statement): void => {
  const month = `${words.month}: ${mes.slice(5)}/${mes.slice(0, 4)}`;
  write('bold', 16, words.title, left, top);
  write('regular', 10, month, 355, top + 5, { width: 200, align: 'right' });
  write('regular', 8, words.from, left, top + 34);
  write('bold', 11, empresa_nome, left, top + 46, { width: 250 });
  write('regular', 8, words.to, 305, top + 34);
  write('bold', 11, representada_nome, 305, top + 46, { width: 250 });
};

/** Returns where the first row goes. */
const drawColumns = ({ row, line }: Pen, y: number): number => {
  row('bold', words.columns, y);
  line(y + 13);
  return y + 18;
};

/** Lets other requests have their turn, and stops when nobody waits for the file any more. */
const makePause = (call: Call) => {
  let begun = performance.now();
  return async (): Promise<void> => {
    if (performance.now() - begun < workMs) return;
    await yieldToOtherRequests();
    if (millisecondsLeft(call) <= 0) throw new DeadlinePassed('a statement took too long');
    begun = performance.now();
  };
};

/** Returns where the table ends. */
const drawTable = async (call: Call, doc: Doc, pen: Pen, comissoes: readonly Commission[]): Promise<number> => {
  const pause = makePause(call);
  let y = drawColumns(pen, top + 84);
  for (const commission of comissoes) {
    await pause();
    if (y + rowHeight > bottom) {
      doc.addPage();
      y = drawColumns(pen, top);
    }
    pen.row('regular', cellsOf(commission), y);
    y += rowHeight;
  }
  return y;
};

const drawTotals = (doc: Doc, { row, line }: Pen, totais: Statement['totais'], tableEnd: number): void => {
  const fits = tableEnd + 3 * rowHeight <= bottom;
  if (!fits) doc.addPage();
  const y = fits ? tableEnd : top;
  line(y);
  row('bold', [words.totals, money.format(totais.base), '', money.format(totais.valor)], y + 6);
  row('regular', [words.paid, '', '', money.format(totais.pago)], y + 6 + rowHeight);
  row('bold', [words.open, '', '', money.format(totais.aberto)], y + 6 + 2 * rowHeight);
};

const numberPages = (doc: Doc, { write }: Pen): void => {
  const { count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page);
    write('regular', 8, words.page(page + 1, count), left, 810, { width: right - left, align: 'center' });
  }
};

/** A statement that a person would send. */
export const statementAsPdf = async (call: Call, statement: Statement): Promise<Buffer> => {
  const doc = openDocument(statement);
  const file = buffer(doc);
  const pen = makePen(doc);
  drawHeading(pen, statement);
  const tableEnd = await drawTable(call, doc, pen, statement.comissoes);
  drawTotals(doc, pen, statement.totais, tableEnd);
  numberPages(doc, pen);
  await yieldToOtherRequests();
  doc.end();
  return file;
};
