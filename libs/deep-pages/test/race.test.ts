import type { Database } from '@representa/postgres';
import { startTestDatabase, type TestDatabase } from '@representa/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blockSize, connectAs, connectPlainly, day, kinds, makeList } from './lists.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

const forMs = 1_500;
const some = (count: number): number => Math.floor(Math.random() * count);

describe.each(kinds)('the list of $schema', (kind) => {
  let sql: Database;
  let plain: Database;

  beforeAll(async () => {
    sql = await connectAs(database, kind.schema);
    plain = connectPlainly(database, kind.schema);
  });
  afterAll(() => Promise.all([sql.end(), plain.end()]));

  test('is exact at every moment while records are made, deleted and marked', async () => {
    const list = makeList(kind, sql);
    let moment = Date.now() - 365 * day;
    await list.fill(4 * blockSize, moment, 1);
    const existing = await list.all();
    const until = Date.now() + forMs;
    const again = async (act: () => Promise<void>): Promise<number> => {
      let times = 0;
      for (; Date.now() < until; times += 1) await act();
      return times;
    };

    const create = async (): Promise<void> => void existing.push(await list.create());
    const remove = async (): Promise<void> => list.remove(existing.splice(some(existing.length), 1));
    const mark = (): Promise<void> => list.prepare({ page: 100, limit: 100 });
    /** Records that are old enough to be marked at once. */
    const fill = async (): Promise<void> => {
      moment += 10_000;
      await list.fill(400, moment, 1);
    };
    /** One snapshot for the page and for what it must be. */
    const compare = async (): Promise<void> => {
      await plain.begin('isolation level repeatable read', async (transaction) => {
        const reader = transaction as unknown as Database;
        const all = await list.all(reader);
        const page = 21 + some(all.length / 100 - 20);
        const ids = all.slice((page - 1) * 100, page * 100);
        expect(await list.idsOf({ page, limit: 100 }, reader)).toEqual({ ids, total: all.length });
      });
    };

    const acts = [create, create, remove, remove, fill, mark, mark, compare];
    const times = await Promise.all(acts.map(again));
    expect(Math.min(...times)).toBeGreaterThan(3);
    await mark();

    const all = await list.all();
    const marks = await list.marks();
    expect(marks.length).toBeGreaterThan(4);
    let previous = '';
    for (const { id, live } of marks) {
      expect(all.filter((one) => one > previous && one <= id)).toHaveLength(live);
      previous = id;
    }
  });
});
