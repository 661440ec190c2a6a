/** Nobody answered, or not in time, or the one who answered could not do it: the same for whoever asked. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
}
