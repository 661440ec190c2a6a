import { Readable } from 'node:stream';
import type { ReplyHeaders } from './reply-head.ts';
import type { UpstreamRequest } from './request-text.ts';

/** The time is over, or the service is of no use now: to ask again would not help. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

export interface UpstreamReply {
  statusCode: number;
  headers: ReplyHeaders;
  /** Whole when it is short: its bytes as text of one byte a character. */
  body: string | Readable;
}

/** For a reply that nobody reads: what is still to come of it would keep its connection. */
export const drop = ({ body }: UpstreamReply): void => {
  if (typeof body !== 'string') body.destroy();
};

export type Answer = (error: Error | null, reply?: UpstreamReply) => void;

/** One request to a service and its reply, told exactly once and within its time. */
export class Exchange {
  readonly request: UpstreamRequest;
  readonly #answer: Answer;
  readonly #timer: NodeJS.Timeout;
  #connection: { abandon(): void } | undefined;
  /** It was told. */
  isOver = false;
  /** Has its reply begun? */
  isAnswered = false;

  constructor(request: UpstreamRequest, timeoutMs: number, answer: Answer) {
    this.request = request;
    this.#answer = answer;
    this.#timer = setTimeout(() => this.fail(new NoAnswer(`no answer within ${timeoutMs} ms`)), timeoutMs);
    if (request.body instanceof Readable) this.#follow(request.body);
  }

  /** The time begins anew: a caller that is still sending does not use up what the service has for its answer. */
  extend(): void {
    if (!this.isOver) this.#timer.refresh();
  }

  /** Could the service have seen the request? */
  get isSent(): boolean {
    return this.#connection !== undefined;
  }

  /** From now on it may be on its way. */
  begin(connection: { abandon(): void }): void {
    this.#connection = connection;
  }

  succeed(reply: UpstreamReply): void {
    this.#tell(null, reply);
  }

  fail(error: Error): void {
    if (this.isOver) return;
    this.#tell(error);
    this.#connection?.abandon();
    const { body } = this.request;
    if (body instanceof Readable) body.destroy();
  }

  /** From the start, since a caller may leave while its request waits for a connection. */
  #follow(body: Readable): void {
    body.on('error', (error) => this.fail(error));
    body.on('close', () => {
      if (!body.readableEnded) this.fail(new Error('the body broke off'));
    });
  }

  #tell(error: Error | null, reply?: UpstreamReply): void {
    if (this.isOver) return;
    this.isOver = true;
    clearTimeout(this.#timer);
    this.#answer(error, reply);
  }
}
