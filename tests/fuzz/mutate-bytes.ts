import type { Random } from '@representa/testing';
import { type FuzzRequest, toBytes } from './request.ts';

/** What makes two HTTP parsers disagree about where a request ends, and other lines that no client sends. */
const strangeLines = [
  'transfer-encoding: chunked',
  'transfer-encoding: identity',
  'transfer-encoding: chunked, chunked',
  'transfer-encoding : chunked',
  'Transfer-Encoding:\tchunked',
  'transfer-encoding: xchunked',
  'content-length: 0',
  'content-length: 1',
  'content-length: 5, 5',
  'content-length: +5',
  'content-length: 0x10',
  'content-length: -1',
  'content-length: 99999999999999999999',
  'content-length : 3',
  'connection: close',
  'connection: x-api-key',
  'connection: upgrade\r\nupgrade: h2c',
  'expect: 100-continue',
  'expect: 200-ok',
  'host: other',
  'x-api-key: demo-empresa-b-no',
  ' folded: line',
  '\tfolded',
  ': nameless',
  'no colon',
  'x\u0000y: z',
  'x: a\u0000b',
  'x: a\rb',
  'x: a\nb',
  `x: ${'y'.repeat(20_000)}`,
] as const;

const startLines = [
  'GET /api/v1/sales HTTP/1.0',
  'GET /api/v1/sales HTTP/1.2',
  'GET /api/v1/sales HTTP/2.0',
  'GET /api/v1/sales',
  'GET  /api/v1/sales HTTP/1.1',
  'GET http://other/api/v1/sales HTTP/1.1',
  'GET //api/v1/sales HTTP/1.1',
  'GET /api/v1/../v1/sales HTTP/1.1',
  'GET /api/v1/%2e%2e/%zz HTTP/1.1',
  'GET * HTTP/1.1',
  'CONNECT other:443 HTTP/1.1',
  'OPTIONS * HTTP/1.1',
  'PRI * HTTP/2.0',
  'G\u0000T / HTTP/1.1',
  '\u0016\u0003\u0001\u0002',
] as const;

/** Chunked bodies, right and wrong. */
const chunked = [
  '2\r\n{}\r\n0\r\n\r\n',
  '2;a=b\r\n{}\r\n0\r\nx: y\r\n\r\n',
  '0x2\r\n{}\r\n0\r\n\r\n',
  '-1\r\n',
  'ffffffffffffffff\r\n',
  '2\n{}\n0\n\n',
  '2\r\n{}',
];

/** The bytes of one request or several, with faults below the level of HTTP. */
export const makeByteMutator = (random: Random) => {
  const pick = <T>(list: readonly T[]): T => random.maybePick(list) as T;

  const insertLine = (text: string): string => {
    const lines = text.split('\r\n');
    lines.splice(random.integer(1, Math.max(1, lines.indexOf(''))), 0, pick(strangeLines));
    return lines.join('\r\n');
  };
  const changes: ((text: string) => string)[] = [
    insertLine,
    insertLine,
    (text) => insertLine(insertLine(text)),
    (text) => text.replace(/^[^\r]*/, pick(startLines)),
    (text) =>
      text
        .replace(/content-length: \d+\r\n/, 'transfer-encoding: chunked\r\n')
        .replace(/\r\n\r\n[\s\S]*/, `\r\n\r\n${pick(chunked)}`),
    (text) =>
      text.replace(/content-length: (\d+)/, (_, length) => `content-length: ${Number(length) + random.integer(-3, 3)}`),
    (text) => text.replaceAll('\r\n', '\n'),
    (text) => text.replaceAll('\r\n', '\r'),
    (text) => text.slice(0, random.integer(0, text.length)),
    (text) => {
      const at = random.integer(0, text.length - 1);
      return `${text.slice(0, at)}${String.fromCharCode(random.integer(0, 255))}${text.slice(at + 1)}`;
    },
    (text) => `\r\n\r\n${text}`,
    (text) => text.repeat(random.integer(2, 10)),
  ];

  return (requests: readonly FuzzRequest[]): Buffer => {
    let text = requests
      .map((request, i) => {
        const bytes = toBytes(request).toString('latin1');
        return i < requests.length - 1 ? bytes.replace('connection: close\r\n', '') : bytes;
      })
      .join('');
    for (let count = random.integer(1, 2); count > 0; count--) text = pick(changes)(text);
    return Buffer.from(text, 'latin1');
  };
};
