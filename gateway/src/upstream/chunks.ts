import type { LongBody } from './long-reply.ts';

/** The line before a chunk, with the end of the chunk before. */
const sizeLine = /^\r\n([\da-f]{1,8})\r\n/i;
const beginningOfSizeLine = /^(?:\r(?:\n(?:[\da-f]{1,8}\r?)?)?)?$/i;

/** A body that comes in chunks, as Node writes them: without extensions, and with nothing but a blank line after the last. */
export class Chunks implements LongBody {
  // As if there were a chunk before the first.
  #rest = '\r\n';
  /** What is still to come of the chunk that is being read. */
  #missing = 0;
  isOver = false;
  isMalformed = false;

  read(text: string): string {
    this.#rest += text;
    let body = '';
    do {
      const data = this.#rest.slice(0, this.#missing);
      this.#rest = this.#rest.slice(data.length);
      this.#missing -= data.length;
      body += data;
    } while (this.#missing === 0 && this.#readSize());
    return body;
  }

  /** True when another chunk begins. */
  #readSize(): boolean {
    const [line, size] = sizeLine.exec(this.#rest) ?? [];
    if (line === undefined || size === undefined) {
      this.isMalformed = !beginningOfSizeLine.test(this.#rest);
      return false;
    }
    this.#missing = Number.parseInt(size, 16);
    const after = this.#rest.slice(line.length);
    if (this.#missing > 0) {
      this.#rest = after;
      return true;
    }
    this.isOver = after === '\r\n';
    this.isMalformed = !'\r\n'.startsWith(after);
    return false;
  }
}
