import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { inflateRawSync } from 'node:zlib';
import type { App, RequestCall } from '@representa/service-kit';
import { makeServer } from '@representa/service-kit/process';
import { until } from '@representa/testing';
import fc from 'fast-check';
import fastify from 'fastify';
import { readXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Cell, csvLine, money } from '../../src/csv/write-csv.ts';
import { addExportRoute, makeExports } from '../../src/exports/add-exports.ts';

/** With its byte order mark. */
const text = async (stream: Readable): Promise<string> => (await buffer(stream)).toString();

const call = { empresa_id: 'a', deadline: performance.now() + 600_000 } as RequestCall;

const sheet = 'xl/worksheets/sheet1.xml';

/** The XML of a part, as the archive has it. */
const xmlOf = (file: Buffer, name: string): string => {
  const nameAt = file.indexOf(name);
  const extraLength = file.readUInt16LE(nameAt - 2);
  return inflateRawSync(file.subarray(nameAt + name.length + extraLength)).toString();
};

/** A list of so many records, and how many pages of it were read. */
const listOf = (count: number) => {
  const state = { pages: 0 };
  const readPage = async (_call: RequestCall, { limit }: { limit: number }, after?: readonly (string | number)[]) => {
    state.pages += 1;
    const first = Number(after?.[0] ?? 0);
    const size = Math.min(limit, count - first);
    const data = Array.from({ length: size }, (_, i) => ({ id: first + i, nome: 'Açaí; "bom"', valor: 1.5 }));
    return { data, next: first + size < count ? [first + size] : undefined };
  };
  const record = z.object({ id: z.int(), nome: z.string(), valor: z.number() });
  return { state, exportable: { name: 'x', record, readPage } };
};

test.each<[Cell, string]>([
  ['=1+1', "'=1+1"],
  ['+55 11', "'+55 11"],
  ['-5', "'-5"],
  ['@x', "'@x"],
  ["'=x", "''=x"],
  ["'tis", "'tis"],
  [-5, '-5'],
  [1234.5, '1234,5'],
  [0.000001, '0,000001'],
  [true, 'true'],
  [null, ''],
  ['a;b', '"a;b"'],
  ['a"b', '"a""b"'],
  ['duas\nlinhas', '"duas\nlinhas"'],
  ['a,b', '"a,b"'],
  ['a\tb', '"a\tb"'],
  ['x,=1', `"x,'=1"`],
  ['x\t-1\n+1', `"x\t'-1\n'+1"`],
  ['x,"=1', `"x,'""=1"`],
  ["x,'=1", `"x,''=1"`],
  ['-1,-2', `"'-1,'-2"`],
])('%j is written as %j', (cell, written) => expect(csvLine([cell])).toBe(`${written}\r\n`));

test('no text begins a cell with a sign that runs a formula', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'=+-@\t\r\'"; aã') }), (value) => {
      expect(csvLine([value]).slice(0, -2)).not.toMatch(/^"?[=+\-@\t\r]/);
    }),
  );
});

/** The cells of a file, as a spreadsheet sees them that splits at commas or tabs: a quote counts only where a cell begins. */
const splitAt = (delimiter: string, file: string): string[] =>
  [
    ...file.matchAll(
      new RegExp(`("(?:[^"]|"")*("|$)[^${delimiter}\r\n]*|[^${delimiter}\r\n]*)([${delimiter}\r\n]|$)`, 'g'),
    ),
  ].map(([, cell = '']) =>
    cell.startsWith('"') ? cell.replace(/^"((?:[^"]|"")*)"?/, (_all, text) => text.replaceAll('""', '"')) : cell,
  );

test('nor does a text when the file is split at commas or tabs', () => {
  const signs = fc.string({ unit: fc.constantFrom(...'=+-@,\t\r\n\'";a'), maxLength: 8 });
  fc.assert(
    fc.property(signs, signs, (one, other) => {
      const file = csvLine(['x', one, other]);
      for (const delimiter of [',', '\t'])
        for (const cell of splitAt(delimiter, file)) expect(cell, file).not.toMatch(/^[=+\-@]/);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  [0, '0,00'],
  [1.5, '1,50'],
  [-5, '-5,00'],
  [1234.567891, '1234,567891'],
  [0.000001, '0,000001'],
  [9_999_999_999_999.99, '9999999999999,99'],
])('%d is money as %s', (amount, written) => expect(csvLine([amount], [money])).toBe(`${written}\r\n`));

test('what is not there has no format', () => expect(csvLine([null, undefined], [money, money])).toBe(';\r\n'));

test('CSV: byte order mark, header, every page', async () => {
  const { content: stream, type, fileName } = await makeExports()(listOf(1_001).exportable)(call, {}, 'csv');
  const lines = (await text(stream)).split('\r\n');
  expect([type, fileName]).toEqual(['text/csv; charset=utf-8; header=present', 'x.csv']);
  expect([lines.length, lines[0], lines[1], lines[1_001], lines.at(-1)]).toEqual([
    1_003,
    '\ufeffid;nome;valor',
    '0;"Açaí; ""bom""";1,5',
    '1000;"Açaí; ""bom""";1,5',
    '',
  ]);
});

test('an empty list is a file with a header', async () => {
  const { content: stream } = await makeExports()(listOf(0).exportable)(call, {}, 'csv');
  expect(await text(stream)).toBe('\ufeffid;nome;valor\r\n');
});

test('XLSX: numbers are numbers', async () => {
  const { content: stream } = await makeExports()(listOf(1_001).exportable)(call, {}, 'xlsx');
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  const [read] = (await readXlsx(Buffer.concat(chunks))).sheets;
  expect([read?.rows.length, read?.rows[0], read?.rows[1_001]]).toEqual([
    1_002,
    ['id', 'nome', 'valor'],
    [1_000, 'Açaí; "bom"', 1.5],
  ]);
});

test('XLSX: every text makes a sheet that can be read, and is shown as it was stored', async () => {
  const texts = [
    ['a\ufffeb\uffffc', 'a\ufffdb\ufffdc', 'a\ufffdb\ufffdc'],
    ['_x0041_', '_x0041_', '_x005F_x0041_'],
    ['_x0041_x00e7_', '_x0041_x00e7_', '_x005F_x0041_x005F_x00e7_'],
    ['_x0041\u0001', '_x0041\u0001', '_x005F_x0041_x0001_'],
    ['_x005F_', '_x005F_', '_x005F_x005F_'],
    ['a\u0001b\rc', 'a\u0001b\rc', 'a_x0001_b_x000D_c'],
    ['_xyz_ <&> "é" 𝄞', '_xyz_ <&> "é" 𝄞', '_xyz_ &lt;&amp;&gt; "é" 𝄞'],
  ];
  const readPage = async () => ({ data: texts.map(([nome]) => ({ nome: nome as string })), next: undefined });
  const record = z.object({ nome: z.string() });
  const { content: stream } = await makeExports()({ name: 'x', record, readPage })(call, {}, 'xlsx');
  const file = await buffer(stream);
  const written = [...xmlOf(file, sheet).matchAll(/<t>([^<]*)<\/t>/g)].map(([, text]) => text);
  expect(written).toEqual(['nome', ...texts.map(([, , xml]) => xml)]);
  const [read] = (await readXlsx(file)).sheets;
  expect(read?.rows).toEqual([['nome'], ...texts.map(([, shown]) => [shown])]);
});

test('XLSX: dates and moments in UTC are cells that sort as dates, wide enough to be shown', async () => {
  const record = z.object({ nome: z.string(), data: z.iso.date(), created_at: z.iso.datetime() });
  const data = [
    { nome: '2026-03-01', data: '2026-03-01', created_at: '2026-03-01T12:00:00.250Z' },
    { nome: 'a', data: '1900-03-01', created_at: '9999-12-31T23:59:59.999Z' },
    // Excel and others count days differently here.
    { nome: 'b', data: '1900-02-28', created_at: '1900-02-28T23:59:59.000Z' },
  ];
  const readPage = async () => ({ data, next: undefined });
  const makeExport = makeExports()({ name: 'x', record, readPage });
  const file = await buffer((await makeExport(call, {}, 'xlsx')).content);
  const xml = xmlOf(file, sheet);
  const cell = (ref: string) => new RegExp(`<c r="${ref}"( s="\\d")?[^>]*>(.*?)</c>`).exec(xml)?.slice(1);
  expect(['A2', 'B2', 'C2', 'B3', 'C3'].map(cell)).toEqual([
    [undefined, '<is><t>2026-03-01</t></is>'],
    [' s="1"', '<v>46082</v>'],
    [' s="2"', '<v>46082.5000028935</v>'],
    [' s="1"', '<v>61</v>'],
    [' s="2"', '<v>2958465.9999999884</v>'],
  ]);
  expect(['B4', 'C4'].map((ref) => cell(ref)?.[1])).toEqual([
    '<is><t>1900-02-28</t></is>',
    '<is><t>1900-02-28T23:59:59.000Z</t></is>',
  ]);
  expect(xml).toMatch(/<cols><col min="2" max="2" width="12" .*?<col min="3" max="3" width="20" .*?<sheetData>/);
  const styles = xmlOf(file, 'xl/styles.xml');
  const formats = [...styles.matchAll(/<numFmt numFmtId="(\d+)" formatCode="(.*?)"/g)].map(([, id, code]) => [
    id,
    code,
  ]);
  const cellFormats = styles.slice(styles.indexOf('<cellXfs')).matchAll(/<xf numFmtId="(\d+)"/g);
  expect([formats, [...cellFormats].map(([, id]) => id)]).toEqual([
    [
      ['164', 'dd/mm/yyyy'],
      ['165', 'dd/mm/yyyy hh:mm:ss'],
    ],
    ['0', '164', '165'],
  ]);
  expect(await text((await makeExport(call, {}, 'csv')).content)).toContain(
    '2026-03-01;2026-03-01;2026-03-01T12:00:00.250Z',
  );
});

test.each(['csv', 'xlsx'] as const)('a slow reader of %s: no page is read ahead of it', async (format) => {
  const { state, exportable } = listOf(1_000_000);
  const { content: stream } = await makeExports()(exportable)(call, {}, format);
  stream.read();
  await once(stream, 'readable');
  let before = -1;
  await until('it waits', () => {
    const isStill = state.pages === before;
    before = state.pages;
    return isStill;
  });
  expect(state.pages).toBeLessThan(20);
  stream.destroy();
});

test.each([
  ['csv', 1_000_000],
  ['xlsx', 100_000],
] as const)(
  '%s of %i records: few pages are read ahead of the reader, and the heap does not grow with them',
  async (format, count) => {
    const { state, exportable } = listOf(count);
    const { content: stream } = await makeExports()(exportable)(call, {}, format);
    const before = process.memoryUsage().heapUsed;
    let largest = 0;
    let size = 0;
    /** How many pages had been read when so many bytes had arrived. */
    const progress: [pages: number, bytes: number][] = [];
    for await (const chunk of stream) {
      size += chunk.length;
      progress.push([state.pages, size]);
      largest = Math.max(largest, process.memoryUsage().heapUsed - before);
    }
    const pages = count / 1_000;
    expect([state.pages, size > 500_000]).toEqual([pages, true]);
    expect(largest).toBeLessThan(100 * 1_048_576);
    // Buffers are not in the heap: a file that is held back shows in the pages that were read for it.
    const ahead = Math.max(...progress.map(([read, bytes]) => read - (bytes / size) * pages));
    expect(ahead).toBeLessThan(20);
  },
  120_000,
);

test('two at a time for a company and four in all; a reader that leaves gives its slot back', async () => {
  const makeExport = makeExports()(listOf(10_000).exportable);
  const of = (empresa_id: string) => makeExport({ ...call, empresa_id }, {}, 'csv');
  const [first] = await Promise.all([of('a'), of('a')]);
  await expect(of('a')).rejects.toMatchObject({
    why: 'caller',
    answer: { codigo: 'export.running', status: 429, retryAfter: 5 },
  });
  await Promise.all([of('b'), of('b')]);
  await expect(of('c')).rejects.toMatchObject({
    why: 'all',
    answer: { codigo: 'export.busy', status: 503, retryAfter: 5 },
  });
  first?.content.destroy();
  await until('its slot is free', () =>
    of('c').then(
      () => true,
      () => false,
    ),
  );
});

test('a first page that fails is an error with a status, and gives the slot back', async () => {
  const { exportable } = listOf(10);
  let isBroken = true;
  const readPage: typeof exportable.readPage = (...query) =>
    isBroken ? Promise.reject(new Error('broken')) : exportable.readPage(...query);
  const makeExport = makeExports()({ ...exportable, readPage });
  for (let i = 0; i < 5; i++) await expect(makeExport(call, {}, 'csv')).rejects.toThrow('broken');
  isBroken = false;
  expect(await text((await makeExport(call, {}, 'csv')).content)).toContain('9;');
});

test('HEAD makes no file, and holds no slot', async () => {
  const { state, exportable } = listOf(1_000_000);
  const app: App = makeServer(fastify().log as never);
  app.decorateRequest('call', { getter: () => call });
  const querystring = z.object({ formato: z.enum(['csv', 'xlsx']) });
  const docs = { summary: 'x', errors: [] } as never;
  addExportRoute(app, '/export', { querystring, docs, exportRecords: makeExports()(exportable) });
  for (const formato of ['csv', 'xlsx', 'csv', 'xlsx']) {
    const { statusCode, headers } = await app.inject({ method: 'HEAD', url: `/export?formato=${formato}` });
    expect([statusCode, headers['content-disposition'], headers['content-length']]).toEqual([
      200,
      `attachment; filename="x.${formato}"`,
      undefined,
    ]);
  }
  expect(state.pages).toBe(4);
  await app.close();
});
