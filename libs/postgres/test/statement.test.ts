import { expect, test } from 'vitest';
import { render, sql } from '../src/statement.ts';

test('values are numbered in the order of the text, also those of fragments', () => {
  const owned = sql`empresa_id = ${'a'} and ${sql`ativo = ${true}`}`;
  expect(render(sql`select * from sale where ${owned} and valor_total > ${3} ${sql``} limit ${4}`)).toEqual({
    text: 'select * from sale where empresa_id = $1 and ativo = $2 and valor_total > $3  limit $4',
    values: ['a', true, 3, 4],
  });
});

test('a fragment may be used more than once', () => {
  const id = sql`id = ${'x'}`;
  expect(render(sql`${id} or ${id}`)).toEqual({ text: 'id = $1 or id = $2', values: ['x', 'x'] });
});

test('no value becomes text, whatever it is', () => {
  const value = `'; drop table sale; --`;
  expect(render(sql`select ${value}, ${null}, ${1}`)).toEqual({
    text: 'select $1, $2, $3',
    values: [value, null, 1],
  });
});

test('a name is quoted', () => {
  expect(render(sql`select ${sql('no"me')} from ${sql('client')}`).text).toBe('select "no""me" from "client"');
});

test('unsafe text is taken as it is', () => {
  expect(render(sql`select ${'1'}::${sql.unsafe('date')}`)).toEqual({ text: 'select $1::date', values: ['1'] });
});
