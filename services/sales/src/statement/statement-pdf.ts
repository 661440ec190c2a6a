import { buffer } from 'node:stream/consumers';
import { setImmediate as yieldToOtherRequests } from 'node:timers/promises';
import { type Call, millisecondsLeft } from '@representa/contracts';
import { DeadlinePassed } from '@representa/postgres';
// Loaded with the process: to load it in a request would delay all others by a tenth of a second.
import PdfDocument from 'pdfkit';
import { type Doc, makePen, type Pen, type Place, registerFonts, type Style } from './pen.ts';
import { type Statement, type StatementRow, words } from './statement.schemas.ts';

/** A4, lying. */
const left = 36;
const right = 806;
const top = 36;
const bottom = 552;
const whole: Place = { x: left, width: right - left };

const title: Style = { font: 'bold', size: 15 };
const name: Style = { font: 'bold', size: 10 };
const small: Style = { font: 'regular', size: 7.5 };
const strong: Style = { font: 'bold', size: 7.5 };
/** Between two rows. */
const gap = 4;

const placed = (...widths: readonly (readonly [width: number, align?: 'right'])[]): Place[] => {
  let x = left;
  return widths.map(([width, align]) => {
    const place = { x, width: width - 6, ...(align && { align }) };
    x += width;
    return place;
  });
};

const rowPlaces = placed(
  ...([
    [90],
    [126],
    [54],
    [28, 'right'],
    [54],
    [60],
    [70, 'right'],
    [46, 'right'],
    [68, 'right'],
    [66, 'right'],
  ] as const),
  ...([[50], [58]] as const),
);
const [code, client] = rowPlaces as [Place, Place];
/** An adjustment has no client: its reason may be long. */
const reason: Place = { x: code.x, width: client.x + client.width - code.x };
const totalPlaces = placed([140], [70, 'right'], [90, 'right'], [90, 'right'], [90, 'right'], [90, 'right']);
const paymentPlaces = placed([80], [400], [90, 'right']);

/** Then other requests get their turn. */
const workMs = 5;

const money = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const percent = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 6 });
const date = (iso: string | null): string => (iso ?? '').split('-').reverse().join('/');
const month = (mes: string): string => `${mes.slice(5)}/${mes.slice(0, 4)}`;
const cnpj = (digits: string): string => digits.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5');

const cellsOf = (row: StatementRow): string[] => [
  row.pedido ?? `${words.adjustment}: ${row.motivo ?? ''}`,
  row.cliente_nome ?? '',
  date(row.data_venda),
  row.parcela === null ? '' : String(row.parcela),
  date(row.recebido_em),
  date(row.vencimento),
  money.format(row.base),
  row.sale_id === null ? '' : percent.format(row.percentual),
  money.format(row.valor),
  money.format(row.pago),
  row.situacao,
  date(row.pago_em),
];

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

interface Row {
  cells: readonly string[];
  style?: Style;
  places?: readonly Place[];
}

/** Writes rows one below the other, on as many pages as they need. Each page begins with a title and the columns of the table. */
const makeSheet = (doc: Doc, pen: Pen, pageTitle: string) => {
  let y = top;
  let columns: { cells: readonly string[]; places: readonly Place[] } | undefined;

  const put = ({ cells, style = small, places = [] }: Row): void => {
    const lines = places.map(({ width }, i) => pen.linesOf(style, cells[i] ?? '', width));
    const height = Math.max(...lines.map((one) => one.height));
    if (y + height > bottom) nextPage();
    lines.forEach((one, i) => {
      pen.write(style, one, places[i] as Place, y);
    });
    y += height + gap;
  };

  const putColumns = (): void => {
    if (!columns) return;
    put({ ...columns, style: strong });
    pen.rule(left, right, y - gap / 2);
    y += gap / 2;
  };

  const nextPage = (): void => {
    doc.addPage();
    y = pen.text(strong, pageTitle, whole, top) + 2 * gap;
    putColumns();
  };

  return {
    /** Texts above one another in a place; the next rows begin below the lowest one. */
    stack: (from: number, place: Place, texts: readonly (readonly [Style, string])[]): void => {
      const end = texts.reduce((at, [style, text]) => pen.text(style, text, place, at) + 1, from);
      y = Math.max(y, end);
    },
    row: put,
    /** Begins a table, which needs room for some rows. */
    table: (cells: readonly string[], places: readonly Place[], heading?: string): void => {
      columns = undefined;
      y += 2 * gap;
      if (y + 60 > bottom) nextPage();
      if (heading) y = pen.text(name, heading, whole, y) + gap;
      columns = { cells, places };
      putColumns();
    },
    rule: (): void => pen.rule(left, right, y - gap / 2),
  };
};

type Sheet = ReturnType<typeof makeSheet>;

const drawHeading = (sheet: Sheet, pen: Pen, statement: Statement): void => {
  const { mes, emitido_em, empresa_nome, representada_nome, representada_cnpj, representada_endereco } = statement;
  pen.text(title, words.title, whole, top);
  sheet.stack(top, { ...whole, align: 'right' }, [
    [small, `${words.month}: ${month(mes)}`],
    [small, `${words.issued}: ${date(emitido_em)}`],
  ]);
  const party = (heading: string, nome: string, number: string, address: string): [Style, string][] => [
    [small, heading],
    [name, nome],
    [small, number && `${words.cnpj}: ${cnpj(number)}`],
    [small, address],
  ];
  const half = (right - left) / 2;
  const from = top + 34;
  sheet.stack(from, { x: left, width: half - 20 }, party(words.from, empresa_nome, '', ''));
  sheet.stack(
    from,
    { x: left + half, width: half },
    party(words.to, representada_nome, representada_cnpj, representada_endereco),
  );
};

const drawRows = async (call: Call, sheet: Sheet, comissoes: readonly StatementRow[]): Promise<void> => {
  const pause = makePause(call);
  sheet.table(words.columns, rowPlaces);
  for (const commission of comissoes) {
    await pause();
    const [first = '', second, ...others] = cellsOf(commission);
    if (commission.sale_id === null) sheet.row({ cells: [first, ...others], places: [reason, ...rowPlaces.slice(2)] });
    else sheet.row({ cells: [first, second as string, ...others], places: rowPlaces });
  }
};

const drawTotals = (sheet: Sheet, { base, valor, pago, aberto, situacoes }: Statement['totais']): void => {
  sheet.table(words.totalColumns, totalPlaces, words.totals);
  const amounts = (sums: { base: number; valor: number; pago: number; aberto: number }): string[] =>
    [sums.base, sums.valor, sums.pago, sums.aberto].map((amount) => money.format(amount));
  for (const { situacao, comissoes, ...sums } of situacoes)
    sheet.row({ cells: [situacao, String(comissoes), ...amounts(sums)], places: totalPlaces });
  const count = situacoes.reduce((sum, { comissoes }) => sum + comissoes, 0);
  const cells = [words.total, String(count), ...amounts({ base, valor, pago, aberto })];
  sheet.rule();
  sheet.row({ cells, style: strong, places: totalPlaces });
};

const drawPayments = (sheet: Sheet, pagamentos: Statement['pagamentos']): void => {
  sheet.table(words.paymentColumns, paymentPlaces, words.payments);
  for (const { data, referencia, valor } of pagamentos)
    sheet.row({ cells: [date(data), referencia, money.format(valor)], places: paymentPlaces });
  if (pagamentos.length === 0) sheet.row({ cells: [words.noPayment], places: [whole] });
};

const numberPages = (doc: Doc, pen: Pen): void => {
  const { count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page);
    pen.text(small, words.page(page + 1, count), { ...whole, align: 'center' }, 564);
  }
};

/** A statement that a person would send. */
export const statementAsPdf = async (call: Call, statement: Statement): Promise<Buffer> => {
  const { mes, empresa_nome, representada_nome, comissoes, totais, pagamentos } = statement;
  const info = { Title: `${words.title} ${mes}`, Author: empresa_nome };
  const layout = { size: 'A4', layout: 'landscape', margin: 0 } as const;
  const doc = new PdfDocument({ ...layout, bufferPages: true, font: null as never, info });
  registerFonts(doc);
  const file = buffer(doc);
  const pen = makePen(doc);
  const sheet = makeSheet(doc, pen, `${words.title} – ${representada_nome} – ${words.month}: ${month(mes)}`);
  drawHeading(sheet, pen, statement);
  await drawRows(call, sheet, comissoes);
  drawTotals(sheet, totais);
  drawPayments(sheet, pagamentos);
  numberPages(doc, pen);
  await yieldToOtherRequests();
  doc.end();
  return file;
};
