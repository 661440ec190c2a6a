import type { Slots } from '@representa/queues';
import type { Sql } from 'postgres';

/** How long the connections of replaced pools may take to finish their queries. */
const drainSeconds = 0.75;

/** One connection: a pool of one, which the driver can drop without the others. */
export interface Connection {
  pool: Sql;
  /** It was lost, and the driver may not know yet that it is closed: others are taken first. */
  isLost: boolean;
}

/**
 * Connections that are held singly, so that whoever cancels a query holds up its own connection and no other. All can be replaced
 * while they are in use: when the server's host vanishes or freezes, the driver keeps dead connections until TCP gives up
 * after a quarter of an hour.
 */
export const makeConnections = (open: () => Sql, count: number) => {
  const all: Connection[] = Array.from({ length: count }, () => ({ pool: open(), isLost: false }));
  /** The one that was used last is taken first: its statements are prepared. */
  const free = [...all];
  let replacements = 0;

  const slots: Slots<Connection> = {
    take: () => free.pop(),
    giveBack: (connection) => {
      if (connection.isLost) free.unshift(connection);
      else free.push(connection);
    },
  };

  /** Returns how to replace the connections of this moment. Several callers replace them once. */
  const makeReplace = (): (() => void) => {
    const before = replacements;
    return () => {
      if (replacements !== before) return;
      replacements += 1;
      for (const connection of all) {
        void connection.pool.end({ timeout: drainSeconds });
        connection.pool = open();
      }
    };
  };

  const end = async (limit?: { timeout: number }): Promise<void> => {
    await Promise.all(all.map(({ pool }) => pool.end(limit)));
  };

  return { slots, makeReplace, end, replacements: () => replacements, first: all[0]?.pool as Sql };
};

export type Connections = ReturnType<typeof makeConnections>;
