/**
 * A small generator that depends on a name alone and whose numbers are the same
 * in every language with 32-bit unsigned arithmetic: pictures drawn elsewhere
 * show the same seeds in the same places.
 */
export class Random {
  #state: number;

  constructor(name: string) {
    let h = 2166136261;
    for (const byte of new TextEncoder().encode(name)) h = Math.imul(h ^ byte, 16777619);
    this.#state = h >>> 0;
  }

  #next(): number {
    this.#state = (this.#state + 0x9e3779b9) >>> 0;
    let x = this.#state;
    x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
    x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
    return (x ^ (x >>> 16)) >>> 0;
  }

  /** A whole number in [0, n), n at most 65536. */
  below(n: number): number {
    return Math.floor((this.#next() * n) / 2 ** 32);
  }

  /** A number in [0, 1). */
  unit(): number {
    return this.#next() / 2 ** 32;
  }

  /** A number in [a, b). */
  between(a: number, b: number): number {
    return a + (b - a) * this.unit();
  }
}
