/** Pseudo-random numbers. The same seed and name give the same sequence. */
export interface Random {
  /** From 0 up to, but not including, 1. */
  next(): number;
  /** Both bounds included. */
  integer(from: number, to: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly [T, ...T[]]): T;
  maybePick<T>(list: readonly T[]): T | undefined;
  shuffled<T>(list: readonly T[]): T[];
}

/** FNV-1a, 32 bits. */
const hash = (text: string): number => {
  let value = 0x811c9dc5;
  for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193);
  return value >>> 0;
};

/** Numbers from 0 up to, but not including, 1. */
export const mulberry32 = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

export const makeRandom = (seed: number, name: string): Random => {
  const next = mulberry32(hash(`${seed} ${name}`));
  const integer = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  const maybePick = <T>(list: readonly T[]): T | undefined => list[Math.floor(next() * list.length)];
  return {
    next,
    integer,
    maybePick,
    chance: (probability) => next() < probability,
    pick: <T>(list: readonly [T, ...T[]]) => maybePick(list) as T,
    shuffled: (list) => {
      const result = [...list];
      for (let last = result.length - 1; last > 0; last--) {
        const other = integer(0, last);
        [result[last], result[other]] = [result[other] as never, result[last] as never];
      }
      return result;
    },
  };
};
