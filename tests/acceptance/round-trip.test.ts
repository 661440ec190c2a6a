import { randomInt } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { acceptedFields, distinctValues, rounds, shownFields, type Values } from '../openapi/distinct-values.ts';
import { a, afterOtherImports, baseUrl, prefix } from './api.ts';
import { keys } from './config.ts';
import { openapi } from './openapi.ts';
import { createRepresentada, word } from './records.ts';

interface Resource {
  path: string;
  /** The fields of a creation and of an update. */
  created: ReturnType<typeof acceptedFields>;
  updated: ReturnType<typeof acceptedFields>;
}

/** What can be created and updated, as the document says. A sale is not plain values: its rules have tests of their own. */
const resources = Object.keys(openapi.paths)
  .map((whole) => ({
    path: whole.slice(prefix.length),
    created: acceptedFields(openapi, 'post', whole),
    updated: acceptedFields(openapi, 'put', `${whole}/{id}`),
  }))
  .filter(({ updated }) => Object.keys(updated).length > 0)
  .filter(({ created }) => Object.values(created).every(({ type }) => type !== 'array'));

/** Each field with a value of its own. */
const valuesOf = async (fields: Resource['created'], round: number, flip: boolean): Promise<Values> => {
  const values = distinctValues(fields, { seed: randomInt(1_000_000_000), round, flip });
  return fields.representada_id ? { ...values, representada_id: (await createRepresentada()).id } : values;
};

const pick = (record: Values, names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name)));

/** A row of a CSV file: a decimal comma, and phones as people write them. */
const asCells = (values: Values): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      String(value)
        .replace(/^(\d+)\./, '$1,')
        .replace(/^\+55(\d{2})(\d{5})(\d{4})$/, '($1) $2-$3'),
    ]),
  );
const fileOf = (rows: Values[]): string =>
  [Object.keys(rows[0] ?? {}), ...rows.map((values) => Object.values(asCells(values)))]
    .map((cells) => `${cells.join(';')}\r\n`)
    .join('');
const rowsOf = (file: string): Record<string, string>[] => {
  const [columns = [], ...rows] = file
    .replace('\ufeff', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(';').map((cell) => cell.replace(/^'/, '')));
  return rows.map((cells) => Object.fromEntries(cells.map((cell, i) => [columns[i], cell])));
};

const create = (path: string, values: Values, key = word()) =>
  a.send<Values>('POST', path, {
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(values),
  });
const importRows = (path: string, rows: Values[]) =>
  afterOtherImports(() =>
    a.send('POST', `${path}/import`, { headers: { 'content-type': 'text/csv' }, body: fileOf(rows) }),
  );
const exportRows = async (path: string): Promise<Record<string, string>[]> =>
  rowsOf(await (await fetch(`${baseUrl}${prefix}${path}`, { headers: { 'x-api-key': keys.a } })).text());

const lastCursor = async (path: string): Promise<string> => {
  for (let cursor = ''; ; ) {
    const { data, next_cursor } = (await a.get<unknown[]>(`${path}/changes?limit=500&cursor=${cursor}`)).json;
    cursor = next_cursor as string;
    if (data.length === 0) return cursor;
  }
};

/** A read, the list, the feed and an export show these values. Returns the record's id. */
const expectShown = async (path: string, values: Values, cursor: string): Promise<string> => {
  const search = `search=${encodeURIComponent(String(values.nome))}`;
  const [listed] = (await a.get<Values[]>(`${path}?${search}`)).json.data;
  expect(listed).toMatchObject(pick(values, shownFields(openapi, 'get', prefix + path)));
  const id = String(listed?.id);
  expect((await a.get(`${path}/${encodeURIComponent(id)}`)).json.data).toMatchObject(values);
  const feed = await a.get<{ id: string; registro: Values }[]>(`${path}/changes?limit=500&cursor=${cursor}`);
  expect(feed.json.data.find((entry) => entry.id === id)?.registro).toMatchObject(values);
  expect(await exportRows(`${path}/export?${search}`)).toEqual([expect.objectContaining(asCells(values))]);
  return id;
};

test('[TRIP-01] the document names the resources that are tried', () => {
  expect(resources.map(({ path }) => path).sort()).toEqual(['/clients', '/products', '/representadas']);
});

describe.each(resources)('$path', ({ path, created, updated }) => {
  test('[TRIP-05] what a creation accepts, an update changes', () => {
    expect(Object.keys(updated).sort()).toEqual(
      Object.keys(created)
        .filter((name) => name !== 'id')
        .sort(),
    );
  });

  test.each(rounds)('[TRIP-02] every field of a creation is shown everywhere, and replayed (%i)', async (round) => {
    const [cursor, key] = [await lastCursor(path), word()];
    const values = await valuesOf(created, round, false);
    const first = await create(path, values, key);
    expect(first.json.data).toMatchObject(pick(values, shownFields(openapi, 'post', prefix + path)));
    expect((await create(path, values, key)).text).toBe(first.text);
    await expectShown(path, values, cursor);
  });

  test('[TRIP-06] a creation shows what a read shows, also of the fields that were not given', async () => {
    const required = acceptedFields(openapi, 'post', prefix + path, 'required');
    const [values, key] = [await valuesOf(required, 0, false), word()];
    const { json, text } = await create(path, values, key);
    expect((await create(path, values, key)).text).toBe(text);
    const read = (await a.get<Values>(`${path}/${encodeURIComponent(String(json.data.id))}`)).json.data;
    expect(json.data).toEqual(pick(read, shownFields(openapi, 'post', prefix + path)));
  });

  test.each(rounds)('[TRIP-03] every field of an update is shown everywhere (%i)', async (round) => {
    const { id } = (await create(path, await valuesOf(created, round, false))).json.data;
    const cursor = await lastCursor(path);
    const values = await valuesOf(updated, round, true);
    const reply = await a.put<Values>(`${path}/${encodeURIComponent(String(id))}`, values);
    expect(reply.json.data).toMatchObject(values);
    await expectShown(path, values, cursor);
  });
});

describe.each(resources.filter(({ path }) => openapi.paths[`${prefix}${path}/import`]))(
  '$path',
  ({ path, created }) => {
    test('[TRIP-04] every column of an import is shown everywhere, new or changed', async () => {
      const rows = (flip: boolean) => Promise.all(rounds.map((round) => valuesOf(created, round, flip)));
      const first = await lastCursor(path);
      const fresh = await rows(false);
      expect((await importRows(path, fresh)).json.data).toEqual({ criados: 4, atualizados: 0, inalterados: 0 });
      const ids: string[] = [];
      for (const values of fresh) ids.push(await expectShown(path, values, first));
      const second = await lastCursor(path);
      // The record is found by the field that names it.
      const name = created.codigo ? 'codigo' : 'id';
      const changed = (await rows(true)).map((values, i) => ({ ...values, [name]: fresh[i]?.[name] ?? '' }));
      expect((await importRows(path, changed)).json.data).toEqual({ criados: 0, atualizados: 4, inalterados: 0 });
      for (const [i, values] of changed.entries()) expect(await expectShown(path, values, second)).toBe(ids[i]);
    });
  },
);
