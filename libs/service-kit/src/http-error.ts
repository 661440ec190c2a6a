/**
 * An answer that is not a success. Each module lists its own as factories in a `*.errors.ts`, so that a throw reads as
 * a sentence.
 */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly details: unknown;
  /** Seconds after which the same request may succeed. */
  readonly retryAfter: number | undefined;

  constructor(status: number, message: string, details?: unknown, retryAfter = status === 503 ? 1 : undefined) {
    super(message);
    this.status = status;
    this.details = details;
    this.retryAfter = retryAfter;
  }

  get body(): { error: string; details: unknown } {
    return { error: this.message, details: this.details };
  }

  toJson(): string {
    return JSON.stringify(this.body);
  }
}
