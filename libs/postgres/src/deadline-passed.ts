export class DeadlinePassed extends Error {
  override readonly name = 'DeadlinePassed';
}
