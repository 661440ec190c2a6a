import { callWithin } from '@representa/contracts';
import { expect, test } from 'vitest';
import { json, jsonb } from '../src/index.ts';
import { sql } from '../src/statement.ts';
import { useDatabase } from './database.ts';

const { database } = useDatabase();

test.each(['prepared', 'unprepared'] as const)('values arrive as they are, %s', async (sending) => {
  const value = { nome: 'D\'Água "A"', itens: [1, null, 'x'] };
  const query = sql`
    select ${json(value)} as json, ${jsonb(value)} as jsonb, jsonb_typeof(${jsonb('text')}) as string,
      jsonb_typeof(${jsonb(null)}) as null, ${json(undefined)} as undefined`;
  const [row] = await database.within(callWithin(5_000), query, sending);
  expect(row).toEqual({ json: value, jsonb: value, string: 'string', null: 'null', undefined: null });
});

test('the driver makes JSON of a parameter of type jsonb, even if it is JSON', async () => {
  const query = sql`select jsonb_typeof(${JSON.stringify({ a: 1 })}::jsonb) as type`;
  expect(await database.within(callWithin(5_000), query)).toEqual([{ type: 'string' }]);
});
