/** No answer, no answer in time, or the answering service failed. The asker treats them alike. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
}
