import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groupsByComma, parseBoolean, parseNumber } from '../../src/csv/cells.ts';
import { decodeText } from '../../src/csv/decode-text.ts';
import { readRecords } from '../../src/csv/read-table.ts';
import { csvLine, withoutFormulaGuard } from '../../src/csv/write-csv.ts';

async function* chunksOf(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const decode = async (bytes: Buffer, size = 7): Promise<string> => {
  let text = '';
  for await (const part of decodeText(chunksOf(bytes, size))) text += part;
  return text;
};

async function* textOf(text: string, size = 5): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

const read = async (text: string, size?: number) => {
  const found: [number, ...string[]][] = [];
  for await (const { line, cells } of readRecords(textOf(text, size))) found.push([line, ...cells]);
  return found;
};

/** Latin-1, but for these. */
const ownBytes: Record<string, number> = { '€': 0x80, '“': 0x93, '”': 0x94, '–': 0x96 };
const asWindows1252 = (text: string): Buffer =>
  Buffer.from(Array.from(text, (letter) => ownBytes[letter] ?? letter.charCodeAt(0)));

const brazilian = fc
  .array(fc.constantFrom(...'abcXYZ 019;,.\n"áàâãçéêíóôõúüÇÃÉªº€“”–'), { maxLength: 60 })
  .map((letters) => letters.join(''));

describe('the encoding', () => {
  test('UTF-8 is read as it was written, however it is cut into chunks', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 9 }), async (text, size) => {
        expect(await decode(Buffer.from(text), size)).toBe(text.replace(/^\ufeff/, ''));
      }),
    );
  });

  test('so is Windows-1252 with words as people write them', async () => {
    await fc.assert(
      fc.asyncProperty(brazilian, fc.integer({ min: 1, max: 9 }), async (text, size) => {
        // Behind a word whose bytes are no UTF-8.
        expect(await decode(asWindows1252(`João ${text}`), size)).toBe(`João ${text}`);
      }),
    );
  });

  test('a text that turns out not to be UTF-8, and bytes that no encoding has, are refused', async () => {
    await expect(decode(Buffer.concat([Buffer.from('Ação '), Buffer.from([0xff, 0xfe])]))).rejects.toThrow('invalid');
    for (const byte of [0x81, 0x8d, 0x8f, 0x90, 0x9d])
      await expect(decode(Buffer.from([0x41, byte, 0x42]))).rejects.toThrow('invalid');
  });

  test.each([1, 2, 7, 4_096])('UTF-16 is refused as such, in chunks of %i', async (size) => {
    const littleEndian = Buffer.from('\ufeffcodigo;nome\r\n', 'utf16le');
    const bigEndian = Buffer.from(littleEndian).swap16();
    for (const bytes of [littleEndian, bigEndian, littleEndian.subarray(0, 2)])
      await expect(decode(bytes, size)).rejects.toMatchObject({
        issues: [{ message: 'O arquivo deve ser um texto em UTF-8 ou Windows-1252' }],
      });
    expect(await decode(Buffer.from('a;ÿþ', 'latin1'), size)).toBe('a;ÿþ');
  });
});

describe('numbers', () => {
  const asBrazilian = (cents: number, grouped: boolean): string => {
    const whole = String(Math.floor(cents / 100));
    const shown = grouped ? whole.replace(/\B(?=(\d{3})+$)/g, '.') : whole;
    return `${shown},${String(cents % 100).padStart(2, '0')}`;
  };

  test('decimal comma and decimal point mean the same, with or without grouping', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), fc.boolean(), (cents, grouped) => {
        const comma = asBrazilian(cents, grouped);
        const point = comma.replace(/[.,]/g, (sign) => (sign === '.' ? ',' : '.'));
        expect([parseNumber(comma), parseNumber(point)]).toEqual([cents / 100, cents / 100]);
      }),
    );
  });

  test.each([
    ['18,9', 18.9],
    ['R$ 1.234,50', 1234.5],
    [' 12,5 ', 12.5],
    ['R$\u00a0-3', -3],
    ['1 234', 1_234],
    ['1\u00a0234\u00a0567,89', 1_234_567.89],
    ['12\u202f345.678', 12_345.678],
    ['10 20', undefined],
    ['1 2345', undefined],
    ['1234 567', undefined],
    ['1 234\u00a0567', undefined],
    ['1 234.567,8', undefined],
    ['10,50\n11', undefined],
    ['1\n234', undefined],
    ['10 ,5', undefined],
    ['- 3', undefined],
    ['-3', -3],
    ['1.234.567', 1_234_567],
    ['1,234', 1.234],
    ['0.125', 0.125],
    ['1.234', 'ambiguous'],
    ['12.34.56', undefined],
    ['1,23,45', undefined],
    ['abc', undefined],
    ['1e5', undefined],
    ['0x10', undefined],
    ['Infinity', undefined],
    ['', undefined],
    ['9'.repeat(400), undefined],
  ])('%s is %s', (text, value) => expect(parseNumber(text)).toBe(value));

  test('grouping by commas is told from decimal commas', () => {
    const grouped = ['1,234.56', '1,234,567', '1,234,567.8', '-1,234.56', 'R$ 1,234.56'];
    const others = ['1,234', '0,5', '1.234,56', '1.234.567', '1.234', '12,34.5', '1,234,5', 'abc', ''];
    expect([grouped.map(groupsByComma), others.map(groupsByComma)]).toEqual([
      grouped.map(() => true),
      others.map(() => false),
    ]);
    // A reconciliation accepts them.
    expect(grouped.map(parseNumber)).toEqual([1234.56, 1_234_567, 1_234_567.8, -1234.56, 1234.56]);
  });

  test('no text makes the parser throw, and what it returns is a finite number', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789.,+-R$ e') }), (text) => {
        const value = parseNumber(text);
        expect(value === undefined || value === 'ambiguous' || Number.isFinite(value)).toBe(true);
      }),
    );
  });
});

test('yes and no in the usual words', () => {
  expect(['Sim', 'S', 'TRUE', 'verdadeiro', '1'].map(parseBoolean)).toEqual(Array(5).fill(true));
  expect(['Não', 'nao', 'N', 'False', 'FALSO', '0'].map(parseBoolean)).toEqual(Array(6).fill(false));
  expect(['talvez', 'constructor', '2', ''].map(parseBoolean)).toEqual(Array(4).fill(undefined));
});

test('takes off one guard of a formula, and no other apostrophe', () => {
  expect(["'=1", "''=1", "'+55", "'tis", "''", '=1', "x,'=1,'a,''-1"].map(withoutFormulaGuard)).toEqual([
    '=1',
    "'=1",
    '+55',
    "'tis",
    "''",
    '=1',
    "x,=1,'a,'-1",
  ]);
});

describe('records', () => {
  test.each([1, 3, 64])('lines are counted as an editor does, in chunks of %i', async (size) => {
    const text = 'a;b\r\n1;2\r\n\r\n"x\r\ny";"3;""4"""\r\n5;6';
    expect(await read(text, size)).toEqual([
      [1, 'a', 'b'],
      [2, '1', '2'],
      [4, 'x\r\ny', '3;"4"'],
      [6, '5', '6'],
    ]);
  });

  test('what is written is read again, however it is cut into chunks', async () => {
    const cell = fc
      .array(fc.constantFrom(...'ab;,"\r\n\t á€=\''), { maxLength: 12 })
      .map((letters) => letters.join(''));
    // Never a blank row, which is left out.
    const row = fc.tuple(cell, cell, cell).map(([first, ...others]) => [`x${first}`, ...others]);
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 8 }), fc.integer({ min: 1, max: 9 }), async (written, size) => {
        const lines = [['x', 'y', 'z'], ...written].map((cells) => csvLine(cells));
        const lineOf = (i: number): number => `${lines.slice(0, i + 1)}`.split(/\r\n|\r|\n/).length;
        const expected = written.map((cells, i) => [lineOf(i), ...cells]);
        const [, ...found] = await read(lines.join(''), size);
        expect(found.map(([line, ...cells]) => [line, ...cells.map(withoutFormulaGuard)])).toEqual(expected);
      }),
    );
  });

  test('a line of delimiters alone, as spreadsheets write at the end, is no record', async () => {
    expect(await read('a;b\n;;\n1;2\n ; \n;\n')).toEqual([
      [1, 'a', 'b'],
      [3, '1', '2'],
    ]);
  });

  test.each([1, 2, 64])('lines may end in different ways, in chunks of %i', async (size) => {
    expect(await read('a;b\n1;2\r\n3;"4\r\n5"\r6;7\n\r\n8;9', size)).toEqual([
      [1, 'a', 'b'],
      [2, '1', '2'],
      [3, '3', '4\r\n5'],
      [5, '6', '7'],
      [7, '8', '9'],
    ]);
  });

  test('the header decides the delimiter', async () => {
    expect(await read('a,b\n1;2,3\n')).toEqual([
      [1, 'a', 'b'],
      [2, '1;2', '3'],
    ]);
    expect(await read('a;b\n"1.234,56";1,5')).toEqual([
      [1, 'a', 'b'],
      [2, '1.234,56', '1,5'],
    ]);
  });

  test.each([
    ['cut off within quotes', 'a;b\n1;2\n3;"4\n'],
    ['a stray quote', 'a;b\n1;x"y"\n'],
    ['text behind a closing quote', 'a;b\n1;"x"y\n'],
    ['a record that is too long', `a;b\n1;${'x'.repeat(70_000)}\n`],
    ['a record of too many cells', `a;b\n1${';'.repeat(70_000)}\n`],
    ['a header without an end', 'x'.repeat(200_000)],
    ['nothing', ' \r\n \n'],
  ])('%s is refused', async (_what, text) => {
    await expect(read(text, 4_096)).rejects.toThrow('invalid input');
  });

  test('a refusal names the line', async () => {
    const fault = await read('a;b\r\n"1\r\n2";2\r\n3;"4').catch(({ issues }) => issues[0].message);
    expect(fault).toBe('Aspas sem fechamento ou fora do lugar a partir da linha 4');
  });
});
