import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { headers as names } from '@representa/contracts';
import { Unavailable } from '@representa/messaging';
import type { Dispatcher } from 'undici';

type Controller = Dispatcher.DispatchController;

export interface UpstreamReply {
  statusCode: number;
  headers: IncomingHttpHeaders;
  /** One Buffer when the reply is short. */
  body: Buffer | Readable;
}

/** A retry would not help. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** The deadline of the request has passed. */
export class TooLate extends NoAnswer {}

interface Outcome {
  onReply(reply: UpstreamReply): void;
  onError(error: Error): void;
  /** The service is about to stop. */
  onStopping(): void;
  /** The connection is free for the next request. Called exactly once. */
  onFree(): void;
}

/** A reply up to this size is passed on in one piece: cheaper, and a service that dies in the middle is a clean 503. */
const largestGathered = 262_144;

/** One attempt at a request, as undici's handler. Reports a reply or an error, once. */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #id: string;
  readonly #method: string;
  readonly #outcome: Outcome;
  #controller: Controller | undefined;
  #reply: UpstreamReply | undefined;
  #gathered: Buffer[] | undefined;
  #isReported = false;
  #abortedWith: Error | undefined;

  constructor(id: string, method: string, outcome: Outcome) {
    this.#id = id;
    this.#method = method;
    this.#outcome = outcome;
  }

  /** The service may have seen the request. */
  get isSent(): boolean {
    return this.#controller !== undefined;
  }

  /** The reply's head has arrived and was accepted. */
  get isAnswered(): boolean {
    return this.#reply !== undefined;
  }

  /** Closes the connection, so that the rest of the reply is not taken for the next one. */
  abort(error: Error): void {
    this.#abortedWith = error;
    this.#report(error);
    this.#controller?.abort(error);
  }

  onRequestStart(controller: Controller): void {
    // The request was given up while the connection was opened: do not send it.
    if (this.#abortedWith) controller.abort(this.#abortedWith);
    else this.#controller = controller;
  }

  onResponseStart(controller: Controller, statusCode: number, headers: IncomingHttpHeaders): void {
    if (statusCode < 200) return;
    const fault = this.#faultOf(statusCode, headers);
    if (fault) {
      this.#report(fault);
      controller.abort(fault);
      return;
    }
    if (headers.connection === 'close') this.#outcome.onStopping();
    this.#reply = { statusCode, headers, body: Buffer.alloc(0) };
    if (!this.#isLong(statusCode, headers)) {
      this.#gathered = [];
      return;
    }
    this.#reply.body = new LongBody(controller);
    this.#report(null);
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    if (this.#gathered) this.#gathered.push(chunk);
    else if (this.#reply?.body instanceof Readable && !this.#reply.body.push(chunk)) controller.pause();
  }

  onResponseEnd(): void {
    const reply = this.#reply as UpstreamReply;
    if (this.#gathered) {
      const [first, ...more] = this.#gathered;
      if (first) reply.body = more.length === 0 ? first : Buffer.concat(this.#gathered);
      this.#report(null);
    } else (reply.body as LongBody).finish();
    this.#outcome.onFree();
  }

  onResponseError(_controller: Controller, error: Error): void {
    if (this.#reply?.body instanceof Readable)
      this.#reply.body.destroy(new Unavailable("the service's reply broke off", { cause: error }));
    this.#report(error);
    this.#outcome.onFree();
  }

  #hasBody(statusCode: number): boolean {
    return this.#method !== 'HEAD' && statusCode !== 204 && statusCode !== 304;
  }

  /** Also true when the length is not known. */
  #isLong(statusCode: number, headers: IncomingHttpHeaders): boolean {
    return this.#hasBody(statusCode) && !(Number(headers['content-length']) <= largestGathered);
  }

  /** Only our own services answer here. A reply that none of them sends cannot be trusted, nor the next on its connection. */
  #faultOf(statusCode: number, headers: IncomingHttpHeaders): Error | undefined {
    if (headers[names.exchangeId] !== this.#id) return new NoAnswer('the service sent the reply to another request');
    // The caller was admitted: only the gateway's own proof can be refused.
    if (statusCode === 401) return new NoAnswer('the service has another GATEWAY_SECRET');
    if (statusCode > 599) return new NoAnswer(`the service answered with status ${statusCode}`);
    const hasEnd = headers['content-length'] !== undefined || headers['transfer-encoding'] === 'chunked';
    // A body that ends with its connection cannot be told from one that was cut off.
    if (this.#hasBody(statusCode) && !hasEnd) return new Error('the service did not say where its reply ends');
    return undefined;
  }

  #report(error: Error | null): void {
    if (this.#isReported) return;
    this.#isReported = true;
    if (error) this.#outcome.onError(error);
    else this.#outcome.onReply(this.#reply as UpstreamReply);
  }
}

/** A reply that is too long to be gathered, read no faster than the caller takes it. */
class LongBody extends Readable {
  #controller: Controller | undefined;

  constructor(controller: Controller) {
    super();
    this.#controller = controller;
    // It may break off before anybody listens.
    this.on('error', () => {});
  }

  finish(): void {
    this.#controller = undefined;
    this.push(null);
  }

  override _read(): void {
    if (this.#controller?.paused) this.#controller.resume();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    const controller = this.#controller;
    this.#controller = undefined;
    controller?.abort(error ?? new Error('the caller left'));
    done(error);
  }
}
