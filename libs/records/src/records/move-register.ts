import { type Call, moveRegisterMs } from '@representa/contracts';
import { type Database, runLong, sql, violates } from '@representa/postgres';

interface Registered {
  table: string;
  /** What is unique in a register: an expression of SQL. */
  value: string;
  /** The unique index. */
  constraint: string;
}

/** Answers the operator's command that gives a company a register of its own, or takes it back to the shared one. */
export const makeMoveRegister =
  (database: Database, { table, value, constraint }: Registered) =>
  async ({ empresa_id, isOwn }: { empresa_id: string; isOwn: boolean }, call: Call): Promise<{ taken: string[] }> => {
    const move = sql<[{ taken: string[] }]>`
      select to_json(move_register(${empresa_id}, ${isOwn}, ${table}, ${value})) as taken`;
    for (;;) {
      try {
        const [{ taken }] = await runLong(database.within, { ...call, empresa_id }, move, {
          timeoutMs: moveRegisterMs,
        });
        return { taken };
      } catch (error) {
        // Another company has taken a value since it was looked up: now it is found.
        if (!violates(error, constraint)) throw error;
      }
    }
  };
