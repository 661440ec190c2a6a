import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { Chunks } from './chunks.ts';
import { type Exchange, NoAnswer } from './exchange.ts';
import { Counted, type LongBody, LongReply, type Source } from './long-reply.ts';
import { type ReplyHead, readHead } from './reply-head.ts';
import { headOf } from './request-text.ts';
import { sendStream } from './send-stream.ts';

/** Whom a connection belongs to. */
export interface Owner {
  readonly address: { readonly host: string; readonly port: number };
  /** What the service is called in requests. */
  readonly authority: string;
  readonly connectMs: number;
  /** How long a reply that has begun may stand still. */
  readonly stallMs: number;
  onFree(connection: Connection): void;
  onGone(connection: Connection): void;
}

/** A page of twenty records comes in one piece; there may be hundreds of connections. */
const largestRead = 16_384;
const largestHead = 16_384;
/** Up to here a reply is passed on in one piece: a third of the cost of a stream, and a service that dies in the middle is still a clean 503. */
const largestWhole = 262_144;
const protocol = 'HTTP/1.1 ';
const headEnd = '\r\n\r\n';

/** A connection to a service, with one exchange under way at a time. */
export class Connection implements Source {
  readonly #owner: Owner;
  readonly #socket: Socket;
  readonly #connecting: NodeJS.Timeout;
  /** Filled again and again: what is kept is copied. */
  readonly #buffer = Buffer.allocUnsafeSlow(largestRead);
  #exchange: Exchange | undefined;
  /** The request's body, while it is still being sent. */
  #outgoing: Readable | undefined;
  /** What has come of a head, then of a short body: text of one byte a character. */
  #text = '';
  #head: ReplyHead | undefined;
  #body: LongBody | undefined;
  #long: LongReply | undefined;
  #isGone = false;
  /** When it was last of use. */
  idleSince = 0;

  /** It is opened for an exchange, which is sent as soon as it can be. */
  constructor(owner: Owner, exchange: Exchange) {
    const { address, connectMs } = owner;
    this.#owner = owner;
    this.#exchange = exchange;
    this.#connecting = setTimeout(() => this.#lose(`no connection within ${connectMs} ms`), connectMs);
    // Into one buffer, instead of a new one and an event for every piece.
    const onread = { buffer: this.#buffer, callback: (size: number): boolean => this.#read(size) };
    this.#socket = connect({ ...address, noDelay: true, onread })
      .on('connect', () => this.#onOpen())
      .on('drain', () => this.#outgoing?.resume())
      .on('error', (error) => this.#lose('the connection failed', error))
      .on('end', () => this.#lose('the service closed the connection'))
      .on('close', () => this.#lose('the connection was closed'));
  }

  /** False as soon as Node knows that it is lost, which is before it says so. */
  get isOpen(): boolean {
    return this.#socket.writable;
  }

  send(exchange: Exchange): void {
    const { request } = exchange;
    const { body } = request;
    const head = headOf(request, this.#owner.authority);
    this.#exchange = exchange;
    exchange.begin(this);
    if (!(body instanceof Readable)) {
      // One piece of text is one write; a text and a buffer would be two.
      this.#socket.write(body === null ? head : head + body.toString('latin1'), 'latin1');
      return;
    }
    this.#outgoing = body;
    this.#socket.write(head, 'latin1');
    sendStream(this.#socket, body, request.length, (error) => {
      this.#outgoing = undefined;
      if (!error) return;
      exchange.fail(error);
      // Also when the reply was there already: the service still waits for the rest of the body.
      this.abandon();
    });
  }

  resume(): void {
    this.#socket.resume();
  }

  /** Nobody waits for the reply any more. What still comes of it must not be taken for the next one. */
  abandon(): void {
    this.#lose('it was given up');
  }

  #onOpen(): void {
    clearTimeout(this.#connecting);
    const exchange = this.#exchange as Exchange;
    this.#exchange = undefined;
    if (!exchange.isOver) this.send(exchange);
    // Too late for this one, but not for the next.
    else this.#owner.onFree(this);
  }

  /** False when nothing more is to be read for now. */
  #read(size: number): boolean {
    const text = this.#buffer.toString('latin1', 0, size);
    if (this.#long) return this.#readLong(this.#long, text);
    const exchange = this.#exchange;
    if (!exchange) return this.#lose('the service sent what nobody asked for');
    this.#text += text;
    this.#head ??= this.#readHead(exchange);
    if (!this.#head) return !this.#isGone;
    const { statusCode, headers, length } = this.#head;
    if (length === undefined || length > largestWhole) return this.#beginLong(exchange, this.#head);
    const body = this.#text;
    if (body.length < length) return true;
    // Either its length or its end is wrong, and nobody can tell which.
    if (body.length > length) return this.#lose('the service sent more than it said');
    this.#finish();
    exchange.succeed({ statusCode, headers, body });
    return !this.#isGone;
  }

  /** Undefined when it is not there yet, or was of no use. */
  #readHead(exchange: Exchange): ReplyHead | undefined {
    for (;;) {
      const text = this.#text;
      const end = text.indexOf(headEnd);
      const isHttp = text.startsWith(protocol) || protocol.startsWith(text);
      if (!isHttp || end > largestHead || (end < 0 && text.length > largestHead)) {
        this.#lose('the service sent no HTTP/1.1');
        return;
      }
      if (end < 0) return;
      const head = readHead(text.slice(0, end + 2), exchange.request.method === 'HEAD');
      // Nobody asked for another protocol either (101).
      if (!head || head.statusCode === 101) {
        this.#lose('the service sent a malformed head');
        return;
      }
      if (head.statusCode > 599) {
        exchange.fail(new NoAnswer(`status ${head.statusCode}`));
        return;
      }
      this.#text = text.slice(end + headEnd.length);
      if (head.statusCode >= 200) {
        exchange.isAnswered = true;
        return head;
      }
    }
  }

  #beginLong(exchange: Exchange, { statusCode, headers, length }: ReplyHead): boolean {
    const long = new LongReply(this, this.#owner.stallMs);
    const text = this.#text;
    this.#text = '';
    this.#body = length === undefined ? new Chunks() : new Counted(length);
    this.#long = long;
    exchange.succeed({ statusCode, headers, body: long });
    return !this.#isGone && this.#readLong(long, text);
  }

  #readLong(long: LongReply, text: string): boolean {
    const body = this.#body as LongBody;
    const piece = body.read(text);
    if (body.isMalformed) return this.#lose('the service sent a malformed body');
    const wantsMore = piece === '' || long.add(Buffer.from(piece, 'latin1'));
    if (!body.isOver || this.#isGone) return wantsMore && !this.#isGone;
    this.#finish();
    long.end();
    return !this.#isGone;
  }

  /** The reply is there. */
  #finish(): void {
    const isReusable = this.#head?.keepsAlive && !this.#outgoing;
    this.#exchange = undefined;
    this.#head = undefined;
    this.#body = undefined;
    this.#long = undefined;
    this.#text = '';
    if (isReusable) this.#owner.onFree(this);
    else this.#lose('it was used for the last time');
  }

  #lose(message: string, cause?: Error): false {
    if (this.#isGone) return false;
    this.#isGone = true;
    clearTimeout(this.#connecting);
    this.#socket.destroy();
    this.#outgoing?.destroy();
    this.#owner.onGone(this);
    const error = new Error(message, { cause });
    this.#long?.fail(error);
    this.#exchange?.fail(error);
    return false;
  }
}
