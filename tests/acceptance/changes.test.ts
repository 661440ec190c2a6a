import { setTimeout as pause } from 'node:timers/promises';
import { startStopwatch } from '@representa/testing';
import { describe, expect, test } from 'vitest';
import { a, b } from './api.ts';
import { expectError, issues } from './expectations.ts';
import { createClient, createParties, createProduct, createRepresentada, createSale } from './records.ts';

interface Entry {
  tipo: string;
  id: string;
  alterado_em: string;
  registro?: { id: string };
}

const page = (path: string, query = '') => a.get<Entry[]>(`${path}/changes?${query}`);

/** The cursor after everything there is at the moment. */
const cursorOfNow = async (path: string): Promise<string> => {
  for (let cursor = ''; ; ) {
    const { json } = await page(path, `limit=500&cursor=${cursor}`);
    cursor = json.next_cursor as string;
    if (json.data.length === 0) return cursor;
  }
};

/** Of these records only: other tests write too. */
const entriesOf = async (path: string, cursor: string, ids: string[]): Promise<Entry[]> => {
  const { json } = await page(path, `limit=500&cursor=${cursor}`);
  return json.data.filter(({ id }) => ids.includes(id));
};

/** The pages up to the one with this record, or to an empty one. All are asked for with `espera`. */
const followUntil = async (path: string, start: string, created: Promise<{ id: string }>): Promise<Entry[][]> => {
  const pages: Entry[][] = [];
  for (let cursor = start; ; ) {
    const { json } = await page(path, `limit=500&espera=8&cursor=${cursor}`);
    pages.push(json.data);
    cursor = json.next_cursor as string;
    const { id } = await created;
    if (json.data.length === 0 || json.data.some((entry) => entry.id === id)) return pages;
  }
};

describe.each([
  { path: '/sales', create: async () => createSale(await createParties()), changes: { status: 'Enviado' } },
  { path: '/clients', create: () => createClient(), changes: { nome: 'Outro' } },
  { path: '/products', create: () => createProduct(), changes: { nome: 'Outro' } },
  { path: '/representadas', create: () => createRepresentada(), changes: { nome: 'Outra' } },
])('$path', ({ path, create, changes }) => {
  const canDelete = path !== '/products';

  test('[CHG-01] shows creates, updates and deletes at their last place, with the current record', async () => {
    const cursor = await cursorOfNow(path);
    const [first, second] = [await create(), await create()];
    const updated = await a.put<{ updated_at: string }>(`${path}/${first.id}`, changes);
    const { updated_at } = updated.json.data;
    if (canDelete) await a.delete(`${path}/${second.id}`);
    const found = await entriesOf(path, cursor, [first.id, second.id]);
    const shown = { tipo: 'alterado', id: first.id, alterado_em: updated_at, registro: updated.json.data };
    if (canDelete)
      expect(found).toEqual([shown, { tipo: 'excluido', id: second.id, alterado_em: expect.stringMatching(/Z$/) }]);
    else expect(found).toEqual([expect.objectContaining({ id: second.id }), shown]);
  });

  test('[CHG-02] a new follower gets everything there is', async () => {
    const { id } = await create();
    const ids: string[] = [];
    for (let cursor = ''; ; ) {
      const { json } = await page(path, `limit=500&cursor=${cursor}`);
      ids.push(...json.data.map((entry) => entry.id));
      if (json.data.length === 0) break;
      cursor = json.next_cursor as string;
    }
    expect(ids).toContain(id);
  });

  test('[CHG-03] espera waits for the next change, and is answered as soon as it comes', async () => {
    const cursor = await cursorOfNow(path);
    const elapsedMs = startStopwatch();
    const created = pause(300).then(async (): Promise<{ id: string }> => create());
    const pages = await followUntil(path, cursor, created);
    // Without a message between processes, it would look again after five seconds.
    expect(elapsedMs()).toBeLessThan(4_000);
    // Replies before this one have changes of other tests. One with none did not wait.
    expect(pages.filter((entries) => entries.length === 0)).toEqual([]);
    expect(pages.at(-1)).toContainEqual(expect.objectContaining({ tipo: 'alterado', id: (await created).id }));
  });

  test('[CHG-04] bad parameters are a 400 that names them', async () => {
    const bad = {
      limit: ['limit=0', 'limit=x', 'limit=', 'limit=1&limit=2'],
      espera: ['espera=26', 'espera=-1', 'espera=x', 'espera=', 'espera=1&espera=1'],
      cursor: ['cursor=a&cursor=b', `cursor=${'a'.repeat(2_001)}`],
    };
    for (const [name, queries] of Object.entries(bad))
      for (const query of queries) expect(issues(await page(path, query))[0]?.path).toEqual([name]);
    expectError(await page(path, 'cursor=x'), 400, 'Cursor inválido');
    expect((await page(path, 'limit=501')).json).toMatchObject({ limit: 500 });
  });

  test("[CHG-05] another company's cursor is refused, and its changes are not shown", async () => {
    const cursor = await cursorOfNow(path);
    const { id } = await create();
    expectError(await b.get(`${path}/changes?cursor=${cursor}`), 400, 'Cursor inválido');
    expect((await b.get<Entry[]>(`${path}/changes?limit=500`)).json.data.map((entry) => entry.id)).not.toContain(id);
  });
});
