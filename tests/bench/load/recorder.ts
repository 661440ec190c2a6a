/** A growing list of numbers. */
export class Recorder {
  #values = new Float64Array(65_536);
  #count = 0;

  add(value: number): void {
    if (this.#count === this.#values.length) {
      const larger = new Float64Array(this.#count * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#count++] = value;
  }

  take(): Float64Array {
    return this.#values.slice(0, this.#count);
  }
}
