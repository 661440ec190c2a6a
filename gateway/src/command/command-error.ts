/** An expected failure: printed as one sentence, without a stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
