import { isAscii, isUtf8 } from 'node:buffer';
import { notText } from './csv.errors.ts';

type Decode = (bytes: Buffer, isLast: boolean) => string;

const utf8 = (): Decode => {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  return (bytes, isLast) => {
    try {
      return decoder.decode(bytes, { stream: !isLast });
    } catch {
      throw notText();
    }
  };
};

/** Five bytes stand for no character; TextDecoder makes control characters of them. */
const unassigned = /[\x81\x8d\x8f\x90\x9d]/;

const windows1252 = (): Decode => {
  const decoder = new TextDecoder('windows-1252');
  return (bytes) => {
    const text = decoder.decode(bytes);
    if (unassigned.test(text)) throw notText();
    return text;
  };
};

/** The longest character in UTF-8. */
const maxCharacter = 4;

const firstBeyondAscii = (bytes: Buffer): number => (isAscii(bytes) ? -1 : bytes.findIndex((byte) => byte >= 0x80));

/** Whether the first character beyond ASCII is one in UTF-8. In Windows-1252 two such bytes in a row hardly ever are. */
const beginsAsUtf8 = (bytes: Buffer): boolean => {
  for (let length = 2; length <= maxCharacter; length++) {
    if (length <= bytes.length && isUtf8(bytes.subarray(0, length))) return true;
  }
  return false;
};

/** The byte order marks of UTF-16. In Windows-1252 they are `ÿþ` and `þÿ`, with which no file begins. */
const utf16Marks = ['fffe', 'feff'];

const beginsAsUtf16 = (bytes: Buffer): boolean => utf16Marks.includes(bytes.toString('hex', 0, 2));

/**
 * Text in UTF-8 or Windows-1252. The first character beyond ASCII decides which: up to there both are the same. Yields no
 * byte order mark.
 */
export async function* decodeText(bytes: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<string> {
  let decode: Decode | undefined;
  let undecided = Buffer.alloc(0);
  let isAtStart = true;

  const choose = (isLast: boolean): string => {
    const at = firstBeyondAscii(undecided);
    // The character may go on in the next chunk.
    if (at < 0 || (!isLast && undecided.length - at < maxCharacter)) {
      const end = at < 0 ? undecided.length : at;
      const text = undecided.toString('latin1', 0, end);
      undecided = undecided.subarray(end);
      isAtStart &&= end === 0;
      return text;
    }
    if (isAtStart && beginsAsUtf16(undecided)) throw notText();
    decode = beginsAsUtf8(undecided.subarray(at)) ? utf8() : windows1252();
    return decode(undecided, isLast);
  };

  for await (const chunk of bytes) {
    if (decode) yield decode(chunk, false);
    else {
      undecided = Buffer.concat([undecided, chunk]);
      yield choose(false);
    }
  }
  yield decode ? decode(Buffer.alloc(0), true) : choose(true);
}
