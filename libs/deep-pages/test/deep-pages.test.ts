import type { Database } from '@representa/postgres';
import { startTestDatabase, type TestDatabase, until } from '@representa/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { blockSize, connectAs, connectPlainly, day, kinds, type List, makeList } from './lists.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

describe.each(kinds)('the list of $schema', (kind) => {
  let sql: Database;
  let list: List;
  const longAgo = Date.now() - 365 * day;
  const deep = { page: 41, limit: 50 };

  beforeAll(async () => {
    sql = await connectAs(database, kind.schema);
  });
  afterAll(() => sql.end());
  beforeEach(() => {
    list = makeList(kind, sql);
  });

  /** What every page must hold, told by all records and nothing else; and what every mark must say. */
  const expectExact = async (of: List = list): Promise<void> => {
    const all = await of.all();
    const limit = 100;
    for (let page = 20; (page - 3) * limit <= all.length; page += 1) {
      const offset = (page - 1) * limit;
      expect(await of.idsOf({ page, limit })).toEqual({ ids: all.slice(offset, offset + limit), total: all.length });
    }
    let previous = '';
    for (const { id, live } of await of.marks()) {
      expect(all.filter((one) => one > previous && one <= id)).toHaveLength(live);
      previous = id;
    }
  };
  const sizes = async (): Promise<number[]> => (await list.marks()).map(({ live }) => live);

  test('has marks once a deep page is asked for, in whole blocks, from the oldest record on', async () => {
    await list.fill(3 * blockSize + 400, longAgo);
    await list.prepare({ page: 40, limit: 50 });
    expect(await sizes()).toEqual([]);
    await list.prepare(deep);
    expect(await sizes()).toEqual([blockSize, blockSize, blockSize]);
    await expectExact();
    await list.fill(700, longAgo + 10 * day);
    await list.prepare(deep);
    expect(await sizes()).toEqual(Array(4).fill(blockSize));
    await expectExact();
  });

  // It takes seconds to fill, and is the same for both.
  test.runIf(kind.records === 'sale')('marks a hundred blocks at a time at most', async () => {
    await list.fill(100 * blockSize + 1_500, longAgo, 1);
    await list.prepare(deep);
    const first = (await sizes()).length;
    // Fewer on a machine so busy that its time is over before.
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThanOrEqual(100);
    await until('all are marked', async () => {
      await list.prepare(deep);
      return (await sizes()).length === 101;
    });
    const all = await list.all();
    for (const page of [2, 50, 101, 507, 1_000, 1_014, 1_015, 1_016]) {
      const ids = all.slice((page - 1) * 100, page * 100);
      expect(await list.idsOf({ page, limit: 100 })).toEqual({ ids, total: all.length });
    }
  });

  test('leaves the last minute without marks', async () => {
    await list.fill(2 * blockSize, longAgo);
    await list.fill(2 * blockSize, Date.now() - 55_000, 1);
    await list.prepare(deep);
    expect(await sizes()).toEqual([blockSize, blockSize]);
    await expectExact();
    await list.shift(-60_000);
    await list.prepare(deep);
    expect(await sizes()).toEqual(Array(4).fill(blockSize));
    await expectExact();
  });

  test('stays exact when a whole block goes, and the records that others are marked by', async () => {
    await list.fill(4 * blockSize, longAgo);
    await list.prepare(deep);
    const oldestFirst = (await list.all()).reverse();
    await list.remove((await list.marks()).map(({ id }) => id));
    await expectExact();
    await list.remove(oldestFirst.slice(blockSize, 2 * blockSize));
    expect(await sizes()).toEqual([blockSize - 1, 0, blockSize - 1, blockSize - 1]);
    await expectExact();
    await list.remove(oldestFirst);
    expect(await sizes()).toEqual([0, 0, 0, 0]);
    await expectExact();
    await list.create();
    await expectExact();
  });

  test('stays exact when the clock was set back, and records are made below marks', async () => {
    await list.fill(4 * blockSize, longAgo);
    await list.prepare(deep);
    await list.shift(363 * day); // of nearly three days, with one record a minute, two are over
    const created = [await list.create(), await list.create(), await list.create()];
    expect(await sizes()).toEqual([blockSize, blockSize, blockSize + 3, blockSize]);
    await expectExact();
    await list.remove(created);
    expect(await sizes()).toEqual(Array(4).fill(blockSize));
    await expectExact();
  });

  test('is empty past its end, however far, and for a company without records', async () => {
    await list.fill(2 * blockSize + 10, longAgo);
    await list.prepare(deep);
    const furthest = { page: Number.MAX_SAFE_INTEGER, limit: 100 };
    expect(await list.idsOf(furthest)).toEqual({ ids: [], total: 2 * blockSize + 10 });
    const nobody = makeList(kind, sql);
    await nobody.prepare(furthest);
    expect(await nobody.idsOf(furthest)).toEqual({ ids: [], total: 0 });
    expect(await nobody.idsOf(deep)).toEqual({ ids: [], total: 0 });
  });

  test("knows nothing of another company's marks", async () => {
    const other = makeList(kind, sql);
    await list.fill(3 * blockSize, longAgo);
    await other.fill(3 * blockSize, longAgo - day);
    await list.prepare(deep);
    expect(await other.marks()).toHaveLength(0);
    await other.prepare(deep);
    await other.remove((await other.all()).slice(0, 1_500));
    await expectExact();
    await expectExact(other);
  });

  test('is answered without new marks while somebody else holds the counter', async () => {
    await list.fill(3 * blockSize, longAgo);
    const plain = connectPlainly(database, kind.schema);
    await plain.begin(async (holder) => {
      await holder`select from ${holder(`${kind.records}_counter`)} where empresa_id = ${list.empresa} for update`;
      const begun = Date.now();
      await list.prepare(deep);
      expect(Date.now() - begun).toBeLessThan(1_000);
      expect(await sizes()).toEqual([]);
      await expectExact();
    });
    await plain.end();
    await list.prepare(deep);
    expect(await sizes()).toEqual([blockSize, blockSize, blockSize]);
  });

  test('is not marked twice by two who found it without marks', async () => {
    await list.fill(3 * blockSize, longAgo);
    const oldest = (await list.all()).slice(-1);
    const plain = connectPlainly(database, kind.schema);
    let second: Promise<void> | undefined;
    let gaveUp = false;
    await plain.begin(async (transaction) => {
      const first = transaction as unknown as Database;
      await first`select ${first(`extend_${kind.records}_marks`)}(${list.empresa})`;
      second = list.prepare(deep).finally(() => {
        gaveUp = true;
      });
      await until('the second waits', async () => {
        const waiting = await plain`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        return gaveUp || waiting.length > 0;
      });
      await kind.remove(first, list.empresa, oldest);
    });
    await second;
    await plain.end();
    expect(await sizes()).toEqual([blockSize - 1, blockSize, blockSize]);
    await expectExact();
  });

  test('is exact after whatever was made, deleted and read before', async () => {
    const step = fc.oneof(
      fc.record({ fill: fc.integer({ min: 1, max: 2_500 }) }),
      fc.record({ create: fc.integer({ min: 1, max: 5 }) }),
      fc.record({
        remove: fc.double({ min: 0, max: 1, noNaN: true }),
        count: fc.constantFrom(1, 3, 999, 1_001, 2_100),
      }),
      fc.record({ prepare: fc.constant(deep) }),
    );
    const steps = fc.array(step, { minLength: 4, maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(steps, steps, fc.double({ min: 0, max: 1, noNaN: true }), async (before, after, present) => {
        const one = makeList(kind, sql);
        let moment = longAgo;
        const take = async (these: typeof before): Promise<void> => {
          for (const what of these) {
            if ('fill' in what) {
              await one.fill(what.fill, moment);
              moment += what.fill * 60_000;
            } else if ('create' in what) {
              for (let i = 0; i < what.create; i += 1) await one.create();
            } else if ('remove' in what) {
              const all = await one.all();
              const from = Math.floor(what.remove * all.length);
              await one.remove(all.slice(from, from + what.count));
            } else {
              await one.prepare(what.prepare);
            }
          }
        };
        await one.fill(3_000, moment);
        moment += 3_000 * 60_000;
        await take(before);
        await expectExact(one);
        // The clock is set back to somewhere among the records; what is made from now on lies below others.
        const wrongBy = Math.floor(Date.now() - longAgo - present * (moment - longAgo));
        await one.shift(wrongBy);
        moment += wrongBy;
        await take(after);
        await expectExact(one);
      }),
      { numRuns: 3 },
    );
  });
});
