/** A mistake in the command's arguments: printed without a stack. */
export class Mistake extends Error {
  override readonly name = 'Mistake';
}
