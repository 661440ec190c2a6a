/** What refuses, by the name that log lines and the metric `limiter.refusals` have for it. */
export type Limiter =
  | 'rate'
  | 'guesses'
  | 'bytes'
  | 'replica'
  | 'event-loop'
  | 'long-poll'
  | 'work'
  | 'validation'
  | 'feed'
  | 'report'
  | 'pdf'
  | 'reconciliation'
  | 'import'
  | 'export'
  | 'connection';

/** A company or an address has its share; all is taken; the entry's deadline has passed; whoever waited has left. */
export type Why = 'caller' | 'all' | 'deadline' | 'left';

/** Work that was not let in. Whoever answers over HTTP makes a 429 or a 503 of it. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly limiter: Limiter;
  readonly why: Why;
  /** What the caller is told, unless it is the default. */
  readonly answer: Error | undefined;

  constructor(limiter: Limiter, why: Why, answer?: Error) {
    super(`refused by ${limiter}: ${why}`);
    this.limiter = limiter;
    this.why = why;
    this.answer = answer;
  }
}
