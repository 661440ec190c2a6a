import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';

/** The time is over, or the service is of no use now: to ask again would not help. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** A reply's body that is all there already. It can be dropped like a stream. */
export class WholeBody {
  readonly bytes: Buffer;

  constructor(chunks: readonly Buffer[]) {
    this.bytes = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
  }

  destroy(): void {}
}

export interface UpstreamReply {
  statusCode: number;
  headers: IncomingHttpHeaders;
  body: WholeBody | Readable;
}

export type Answer = (error: Error | null, reply?: UpstreamReply) => void;

/** Up to here a reply is passed on in one piece: a third of the cost of a stream, and a service that dies in the middle is still a clean 503. */
const largestWhole = 262_144;

/** One request to a service and its reply, told exactly once and within its time. */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #answer: Answer;
  readonly #timer: NodeJS.Timeout;
  #over = false;
  #controller: Dispatcher.DispatchController | undefined;
  #reply: { statusCode: number; headers: IncomingHttpHeaders } | undefined;
  #stream: Readable | undefined;
  readonly #chunks: Buffer[] = [];

  constructor(timeoutMs: number, answer: Answer) {
    this.#answer = answer;
    // One plain timer: undici's own are up to a second late.
    this.#timer = setTimeout(() => this.#fail(new NoAnswer(`no answer within ${timeoutMs} ms`)), timeoutMs);
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
    this.#reply = { statusCode, headers };
    const length = headers['content-length'];
    if (length !== undefined && Number(length) <= largestWhole) return;
    this.#stream = new Readable({
      read: () => controller.resume(),
      destroy: (error, closed) => {
        controller.abort(error ?? new NoAnswer('the caller went away'));
        closed(error);
      },
    });
    this.#tell(null, { ...this.#reply, body: this.#stream });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.#stream) this.#chunks.push(chunk);
    else if (!this.#stream.push(chunk)) controller.pause();
  }

  onResponseEnd(): void {
    if (this.#stream) this.#stream.push(null);
    else if (this.#reply) this.#tell(null, { ...this.#reply, body: new WholeBody(this.#chunks) });
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
