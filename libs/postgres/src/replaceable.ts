import type { Sql } from 'postgres';

/** How long the connections of a pool that was replaced may finish what they were asked. */
const farewellSeconds = 0.75;

/**
 * A pool that can be replaced by a new one while it is in use. A connection on which nothing comes any more, because its
 * host has vanished or stands still, is kept by the driver until TCP gives it up, after a quarter of an hour; and it
 * lets nobody drop that one alone. So all of the pool go, each when it has answered or its farewell is over.
 */
export const makeReplaceable = <Pool extends Sql>(open: () => Pool) => {
  let current = open();
  let replacements = 0;

  /** Of the pool as it is now: however many ask for it, it is replaced once. */
  const makeReplace = (): (() => void) => {
    const meant = current;
    return () => {
      if (current !== meant) return;
      current = open();
      replacements += 1;
      void meant.end({ timeout: farewellSeconds });
    };
  };

  return { current: () => current, makeReplace, replacements: () => replacements };
};
