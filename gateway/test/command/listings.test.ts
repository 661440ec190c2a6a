import { expect, test } from 'vitest';
import { asTable } from '../../src/command/listings.ts';

test('columns are as wide as their widest cell', () => {
  const rows = [
    ['1', 'Aurora', 'x'],
    ['10', 'B', ''],
  ];
  expect(asTable(['ID', 'NAME', 'LAST'], rows)).toBe('ID  NAME    LAST\n1   Aurora  x\n10  B');
});

test('characters that would move the cursor are shown by their codes', () => {
  const rows = [
    ['\u001b[1A\u001b[2Kx', 'a\nb'],
    ['\u009b1m', '\u202eabc'],
  ];
  expect(asTable(['A', 'B'], rows)).toBe(
    ['A                    B', '\\u{1b}[1A\\u{1b}[2Kx  a\\u{a}b', '\\u{9b}1m             \\u{202e}abc'].join('\n'),
  );
});

test('a table may have more rows than a call may have arguments', () => {
  const rows = Array.from({ length: 200_000 }, (_, n) => [String(n)]);
  expect(asTable(['ID'], rows).split('\n')).toHaveLength(200_001);
});
