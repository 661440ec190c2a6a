import { Connection, type Owner } from './connection.ts';
import { type Exchange, NoAnswer } from './exchange.ts';
import { isWritable } from './request-text.ts';

export interface PoolLimits {
  connections: number;
  connectMs: number;
  idleMs: number;
  stallMs: number;
}

const usual: PoolLimits = {
  connections: 64,
  connectMs: 500,
  // Shorter than the services' own 30 s, so that a connection is not closed while a request is on its way.
  idleMs: 20_000,
  stallMs: 5_000,
};

const noMore = 'no more is sent to this replica';

/** Kept-alive connections to one replica of a service. What finds none free waits, first come, first served. */
export class Pool implements Owner {
  readonly address: Owner['address'];
  readonly authority: string;
  readonly connectMs: number;
  readonly stallMs: number;
  readonly #most: number;
  readonly #all = new Set<Connection>();
  /** The one used last is used next, so that those that are too many grow old. */
  readonly #idle: Connection[] = [];
  readonly #waiting: Exchange[] = [];
  readonly #ageing: NodeJS.Timeout;
  #isClosing = false;

  constructor(origin: string, { connections, connectMs, idleMs, stallMs }: PoolLimits = usual) {
    const { hostname, port, host } = new URL(origin);
    this.address = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 80) };
    this.authority = host;
    this.connectMs = connectMs;
    this.stallMs = stallMs;
    this.#most = connections;
    this.#ageing = setInterval(() => this.#closeIdle(performance.now() - idleMs), idleMs / 10).unref();
  }

  send(exchange: Exchange): void {
    if (!isWritable(exchange.request)) exchange.fail(new NoAnswer('the path or a header cannot be written'));
    else if (this.#isClosing) exchange.fail(new Error(noMore));
    else this.#assign(exchange);
  }

  /** What is under way is finished. What waits is told at once, so that it can be sent elsewhere. */
  close(): void {
    this.#isClosing = true;
    clearInterval(this.#ageing);
    this.#closeIdle(Number.POSITIVE_INFINITY);
    for (const exchange of this.#waiting.splice(0)) exchange.fail(new Error(noMore));
  }

  destroy(): void {
    this.close();
    for (const connection of this.#all) connection.abandon();
  }

  onFree(connection: Connection): void {
    const next = this.#next();
    if (next) connection.send(next);
    else if (this.#isClosing) connection.abandon();
    else {
      connection.idleSince = performance.now();
      this.#idle.push(connection);
    }
  }

  onGone(connection: Connection): void {
    this.#all.delete(connection);
    const at = this.#idle.indexOf(connection);
    if (at >= 0) this.#idle.splice(at, 1);
    const next = this.#next();
    if (next) this.#all.add(new Connection(this, next));
  }

  #assign(exchange: Exchange): void {
    let connection = this.#idle.pop();
    while (connection && !connection.isOpen) connection = this.#idle.pop();
    if (connection) connection.send(exchange);
    else if (this.#all.size < this.#most) this.#all.add(new Connection(this, exchange));
    else this.#waiting.push(exchange);
  }

  /** The first that still wants to be sent. */
  #next(): Exchange | undefined {
    let next = this.#waiting.shift();
    while (next?.isOver) next = this.#waiting.shift();
    return next;
  }

  #closeIdle(before: number): void {
    // Each takes itself out of those that are idle.
    for (const connection of [...this.#idle]) if (connection.idleSince <= before) connection.abandon();
  }
}
