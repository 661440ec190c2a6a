import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { callWithin } from '@representa/contracts';
import { codeOf } from '@representa/telemetry';
import { expect, test } from 'vitest';
import { sql } from '../src/statement.ts';
import { useDatabase } from './database.ts';

const { database } = useDatabase();

const soon = () => callWithin(5_000);

test('statements are prepared unless told otherwise, also those without values', async () => {
  await database.within(soon(), sql`select 'prepared' as a`);
  await database.within(soon(), sql`select 'prepared' as b, ${1}::int`);
  await database.within(soon(), sql`select 'unprepared' as a`, 'unprepared');
  await database.within(soon(), sql`select 'unprepared' as b, ${1}::int`, 'unprepared');
  const [like, isKnown] = ["select '%", sql`select statement from pg_prepared_statements`];
  const known = await database.within(soon(), sql`${isKnown} where statement like ${like}`);
  expect(known.map(({ statement }) => statement).toSorted()).toEqual([
    "select 'prepared' as a",
    "select 'prepared' as b, $1::int",
  ]);
});

test('a script is several statements, with the rows of each', async () => {
  const script = sql.unsafe<[{ a: number }[], { b: number }[]]>('select 1 as a; select 2 as b');
  expect(await database.within(soon(), script, 'script')).toEqual([[{ a: 1 }], [{ b: 2 }]]);
});

test('statements that fail leave nothing behind', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const used = (): number => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const [large, max] = [100_000, 100];
  // `repeat` would share the memory of its parts.
  const filling = (): string => Buffer.alloc(large, 'x').toString();
  const before = used();
  for (let n = 0; n < max; n++) {
    const failing = sql.unsafe(`select 1 / 0 -- ${n} ${filling()}`);
    expect(await database.within(soon(), failing, 'unprepared').catch(codeOf)).toBe('22012');
  }
  expect(used() - before).toBeLessThan((large * max) / 2);
});
