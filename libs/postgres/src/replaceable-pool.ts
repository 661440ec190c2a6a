import type { Sql } from 'postgres';

/** How long the connections of a replaced pool may take to finish their queries. */
const drainSeconds = 0.75;

/**
 * A pool that can be replaced by a new one while it is in use. When the server's host vanishes or freezes, the driver
 * keeps the dead connection until TCP gives up after a quarter of an hour, and it cannot drop one connection alone.
 */
export const makeReplaceablePool = (open: () => Sql) => {
  let current = open();
  let replacements = 0;

  /** Returns how to replace the pool of this moment. Several callers replace it once. */
  const makeReplace = (): (() => void) => {
    const dead = current;
    return () => {
      if (current !== dead) return;
      current = open();
      replacements += 1;
      void dead.end({ timeout: drainSeconds });
    };
  };

  return { current: () => current, makeReplace, replacements: () => replacements };
};

export type ReplaceablePool = ReturnType<typeof makeReplaceablePool>;
