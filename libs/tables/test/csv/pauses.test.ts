import { bestOfThree, maxPauseMs } from '@representa/testing';
import { describe, expect, test } from 'vitest';
import { decodeText } from '../../src/csv/decode-text.ts';
import { readTable } from '../../src/csv/read-table.ts';
import { csvLine } from '../../src/csv/write-csv.ts';

const mebibyte = 1_048_576;
const networkChunk = 65_536;

function* chunksOf(bytes: Buffer, size: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const makeRead = (text: string, chunkSize: number) => {
  // Not in the time that is measured.
  const bytes = Buffer.from(text);
  return async (): Promise<void> => {
    for await (const _row of readTable(decodeText(chunksOf(bytes, chunkSize)), () => {}));
  };
};

const header = csvLine(['pedido', 'valor']);
const rows = (count: number, pedido: (i: number) => string): string =>
  header + Array.from({ length: count }, (_, i) => csvLine([pedido(i), i])).join('');

test('a file may have 100,000 lines, with or without an end of the last one', async () => {
  const lines = header + 'a;1\r\n'.repeat(99_999);
  await makeRead(lines, networkChunk)();
  await makeRead(lines.trimEnd(), networkChunk)();
  await expect(makeRead(`${lines}a`, networkChunk)()).rejects.toThrow();
});

describe('a file lets other requests have their turn', bestOfThree, () => {
  test.each([
    ['of 20,000 rows, as a whole', rows(20_000, (i) => `PED-2026-${i}`), mebibyte],
    ['of 20,000 rows with cells too many', rows(20_000, () => 'x').replaceAll('\r\n', ';\r\n'), mebibyte],
    ['of 20 MB', rows(50_000, () => 'São José; "x"\n'.repeat(25)), networkChunk],
  ])('%s', async (_what, text, chunkSize) => {
    expect(await maxPauseMs(makeRead(text, chunkSize))).toBeLessThan(200);
  });

  test.each([
    ['1 MiB of blank lines, as a whole', header + '\n'.repeat(mebibyte), mebibyte],
    ['1 MiB of blank lines', header + '\r\n'.repeat(mebibyte / 2), networkChunk],
    ['20 MB of lines of delimiters', header + ';;;\n'.repeat(5 * mebibyte), networkChunk],
    ['20 MB of short lines', header + 'a\n'.repeat(10 * mebibyte), networkChunk],
  ])('%s are refused', async (_what, text, chunkSize) => {
    const read = makeRead(text, chunkSize);
    const refused = async (): Promise<void> => {
      await expect(read()).rejects.toMatchObject({
        issues: [{ message: 'O arquivo deve ter no máximo 100.000 linhas, contando as em branco' }],
      });
    };
    expect(await maxPauseMs(refused)).toBeLessThan(200);
  });
});
