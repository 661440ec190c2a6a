import { Readable } from 'node:stream';

/** How the bytes that come become those of a body; all as text of one byte a character. */
export interface LongBody {
  /** The part of the body that is in `text`. */
  read(text: string): string;
  readonly isOver: boolean;
  readonly isMalformed: boolean;
}

/** A body whose length was said. */
export class Counted implements LongBody {
  #missing: number;

  constructor(length: number) {
    this.#missing = length;
  }

  read(text: string): string {
    this.#missing -= text.length;
    return text;
  }

  get isOver(): boolean {
    return this.#missing === 0;
  }

  get isMalformed(): boolean {
    return this.#missing < 0;
  }
}

/** Where a reply comes from. */
export interface Source {
  resume(): void;
  abandon(): void;
}

/** So much more patience there is with the caller than with the service. */
const mostWaits = 6;

/** The body of a reply that is too long, or of unknown length, to be passed on in one piece. */
export class LongReply extends Readable {
  /** Undefined when the reply is over: its connection has others to serve then. */
  #source: Source | undefined;
  readonly #stall: NodeJS.Timeout;
  #isPaused = false;
  /** How often in a row a stall was the caller's. */
  #waits = 0;

  constructor(source: Source, stallMs: number) {
    super();
    this.#source = source;
    this.#stall = setTimeout(() => this.#onStall(stallMs), stallMs);
    // It may break off before anybody listens.
    this.on('error', () => {});
  }

  /** False when no more should be read for now. */
  add(piece: Buffer): boolean {
    this.#stall.refresh();
    this.#isPaused = !this.push(piece);
    return !this.#isPaused;
  }

  end(): void {
    this.#leave();
    this.push(null);
  }

  fail(error: Error): void {
    this.#leave();
    this.destroy(error);
  }

  override _read(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#waits = 0;
    this.#stall.refresh();
    this.#source?.resume();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    const source = this.#source;
    this.#leave();
    source?.abandon();
    done(error);
  }

  #leave(): void {
    clearTimeout(this.#stall);
    this.#source = undefined;
  }

  /** A caller that reads slowly is no fault of the service, but may not keep its connection for ever. */
  #onStall(stallMs: number): void {
    if (this.#isPaused && ++this.#waits < mostWaits) this.#stall.refresh();
    else this.destroy(new Error(`the reply stood still for ${stallMs} ms`));
  }
}
