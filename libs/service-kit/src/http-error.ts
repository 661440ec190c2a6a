import { type ErrorCode, type Fault, problems } from '@representa/contracts';

interface Said {
  /** What happened, where the catalogue's sentence is too general. */
  detail?: string | undefined;
  /** What the contract's form tells beside the sentence. */
  details?: unknown;
  faults?: readonly Fault[] | undefined;
  /** What the form of RFC 9457 tells as `details`; the contract's `details` unless they are told as faults. */
  facts?: unknown;
  /** Seconds after which the same request may succeed. */
  retryAfter?: number | undefined;
}

/**
 * An answer that is not a success. Each module lists its own as factories in a `*.errors.ts`, so that a throw reads as
 * a sentence. Its code, status and sentence are in the catalogue (libs/contracts).
 */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly codigo: ErrorCode;
  readonly status: number;
  readonly details: unknown;
  readonly faults: readonly Fault[];
  readonly facts: unknown;
  readonly retryAfter: number | undefined;

  constructor(codigo: ErrorCode, { detail, details, faults = [], facts, retryAfter }: Said = {}) {
    super(detail ?? problems[codigo][1]);
    this.codigo = codigo;
    this.status = problems[codigo][0];
    this.details = details;
    this.faults = faults;
    this.facts = facts ?? (faults.length === 0 ? details : undefined);
    this.retryAfter = retryAfter ?? (this.status === 503 ? 1 : undefined);
  }

  /** What is kept of a refusal that may be asked for again. */
  get kept(): KeptError {
    const { codigo, message: detail, details, faults, facts } = this;
    return { codigo, detail, details, faults, facts };
  }
}

export type KeptError = Pick<HttpError, 'codigo' | 'details' | 'faults' | 'facts'> & { detail: string };
