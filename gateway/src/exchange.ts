import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';

/** The time is over, or the service is of no use now: to ask again would not help. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

export interface UpstreamReply {
  statusCode: number;
  headers: IncomingHttpHeaders;
  /** Whole when it is short. */
  body: Buffer | Readable;
}

export type Answer = (error: Error | null, reply?: UpstreamReply) => void;

/** Up to here a reply is passed on in one piece: a third of the cost of a stream, and a service that dies in the middle is still a clean 503. */
const largestWhole = 262_144;
const empty = Buffer.alloc(0);

/** One request to a service and its reply, told exactly once and within its time. */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #answer: Answer;
  readonly #timer: NodeJS.Timeout;
  #over = false;
  #controller: Dispatcher.DispatchController | undefined;
  #reply: UpstreamReply | undefined;
  #stream: Readable | undefined;

  constructor(timeoutMs: number, answer: Answer) {
    this.#answer = answer;
    // One plain timer: undici's own are up to a second late.
    this.#timer = setTimeout(() => this.#fail(new NoAnswer(`no answer within ${timeoutMs} ms`)), timeoutMs);
  }

  /** The time begins anew: a caller that is still sending does not use up what the service has for its answer. */
  extend(): void {
    if (!this.#over) this.#timer.refresh();
  }

  /** Could the service have seen the request? */
  get isSent(): boolean {
    return this.#controller !== undefined;
  }

  /** Has its reply begun? */
  get isAnswered(): boolean {
    return this.#reply !== undefined;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Thrown rather than aborted: the connection that has just become free stays usable.
    if (this.#over) throw new NoAnswer('waited too long for a connection');
    this.#controller = controller;
  }

  onResponseStart(controller: Dispatcher.DispatchController, statusCode: number, headers: IncomingHttpHeaders): void {
    if (statusCode < 200 || this.#over) return;
    if (statusCode > 599) {
      this.#fail(new NoAnswer(`status ${statusCode}`));
      return;
    }
    this.#reply = { statusCode, headers, body: empty };
    const length = headers['content-length'];
    if (length !== undefined && Number(length) <= largestWhole) return;
    this.#stream = new Readable({
      read: () => controller.resume(),
      destroy: (error, closed) => {
        controller.abort(error ?? new NoAnswer('the caller went away'));
        closed(error);
      },
    });
    this.#reply.body = this.#stream;
    this.#tell(null, this.#reply);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#stream) {
      if (!this.#stream.push(chunk)) controller.pause();
    } else if (this.#reply) {
      const { body } = this.#reply as { body: Buffer };
      this.#reply.body = body.length === 0 ? chunk : Buffer.concat([body, chunk]);
    }
  }

  onResponseEnd(): void {
    if (this.#stream) this.#stream.push(null);
    else if (this.#reply) this.#tell(null, this.#reply);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#stream) this.#stream.destroy(error);
    else this.#tell(error);
  }

  #fail(error: NoAnswer): void {
    this.#tell(error);
    this.#controller?.abort(error);
  }

  #tell(error: Error | null, reply?: UpstreamReply): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#timer);
    this.#answer(error, reply);
  }
}
