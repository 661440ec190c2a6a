import { afterEach, describe, expect, it } from 'vitest';
import { createApi, eachPage, eachRecord, followChanges } from '../src/index.ts';
import { type Answer, type Received, type Scripted, startScripted } from './scripted-server.ts';

let server: Scripted;
afterEach(() => server.close());

const start = async (...steps: Parameters<typeof startScripted>) => {
  server = await startScripted(...steps);
  return createApi({ baseUrl: server.url, apiKey: 'key' });
};
const queries = (): object[] =>
  server.received.map(({ path }) => Object.fromEntries(new URL(path, 'http://x').searchParams));
const all = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
};

/** Five records. */
const pages = ({ path }: Received): Answer => {
  const query = new URL(path, 'http://x').searchParams;
  const [page, limit] = [Number(query.get('page')), Number(query.get('limit') ?? 20)];
  const data = [1, 2, 3, 4, 5].slice((page - 1) * limit, page * limit).map((n) => ({ id: `${n}` }));
  return { body: { data, page, limit, total: 5 } };
};

describe('eachPage', () => {
  it('reads pages until the total is reached', async () => {
    const api = await start(pages);
    const found = await all(eachPage(api, '/api/v1/clients', { params: { query: { limit: 2, search: 'são' } } }));
    expect(found.map(({ data }) => data.map(({ id }) => id))).toEqual([['1', '2'], ['3', '4'], ['5']]);
    expect(queries()).toEqual(['1', '2', '3'].map((page) => ({ limit: '2', search: 'são', page })));
  });

  it.each([
    [1, 5],
    [5, 1],
  ])('asks for no page after a full last one: %i to a page', async (limit, asked) => {
    const api = await start(pages);
    expect(await all(eachPage(api, '/api/v1/clients', { params: { query: { limit } } }))).toHaveLength(asked);
    expect(server.received).toHaveLength(asked);
  });

  it('asks once for a list that fits or is empty, and starts at the page that is given', async () => {
    const api = await start(pages);
    expect(await all(eachPage(api, '/api/v1/clients'))).toHaveLength(1);
    expect(await all(eachPage(api, '/api/v1/clients', { params: { query: { page: 9 } } }))).toEqual([]);
    expect(server.received).toHaveLength(2);
  });

  it('sends no further request after the loop is left', async () => {
    const api = await start(pages);
    for await (const page of eachPage(api, '/api/v1/clients', { params: { query: { limit: 1 } } })) {
      expect(page.total).toBe(5);
      break;
    }
    expect(server.received).toHaveLength(1);
  });
});

describe('eachRecord', () => {
  it('follows the cursors to the last page, with the filters of the first', async () => {
    const page = (ids: number[], next_cursor: string | null): Answer => ({
      body: { data: ids.map((id) => ({ id })), limit: 100, next_cursor },
    });
    const api = await start(page([1, 2], 'a'), page([], 'b'), page([3], null));
    const params = { query: { search: 'são', ordenar: 'nome' } };
    const found: unknown[] = await all(eachRecord(api, '/api/v1/clients' as never, { params } as never));
    expect(found).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
    expect(queries()).toEqual(
      ['', 'a', 'b'].map((cursor) => ({ search: 'são', ordenar: 'nome', limit: '100', cursor })),
    );
  });
});

it('a parameter that is left undefined is not given', async () => {
  const page = (ids: string[], next_cursor: string | null): Answer => ({
    body: { data: ids.map((id) => ({ id })), limit: 100, next_cursor },
  });
  const api = await start(page(['1'], 'a'), page(['2'], null), page(['3'], 'b'), page([], 'b'));
  // Callers without exactOptionalPropertyTypes may write this.
  const params = { query: { cursor: undefined, limit: undefined, espera: undefined } } as never;
  expect(await all(eachRecord(api, '/api/v1/sales', { params }))).toHaveLength(2);
  for await (const _page of followChanges(api, '/api/v1/sales/changes', { params })) break;
  expect(queries()).toEqual([
    { limit: '100', cursor: '' },
    { limit: '100', cursor: 'a' },
    { limit: '500', cursor: '', espera: '25' },
  ]);
});

const changes = (ids: string[], next_cursor: string): Answer => ({
  body: { data: ids.map((id) => ({ tipo: 'alterado', id })), limit: 500, next_cursor },
});

describe('followChanges', () => {
  it('waits for changes, skips empty pages, and outlives an outage', async () => {
    const api = await start(changes(['1'], 'a'), changes([], 'a'), 'lose', changes(['2'], 'b'));
    const seen: string[] = [];
    for await (const { data, next_cursor } of followChanges(api, '/api/v1/sales/changes')) {
      seen.push(...data.map(({ id }) => id), next_cursor);
      if (next_cursor === 'b') break;
    }
    expect(seen).toEqual(['1', 'a', '2', 'b']);
    const waiting = (cursor: string): object => ({ limit: '500', cursor, espera: '25' });
    expect(queries()).toEqual(['', 'a', 'a', 'a'].map(waiting));
  });

  it('ends at the last change without `espera`, and starts at the cursor that is given', async () => {
    const api = await start(changes(['1'], 'b'), changes([], 'b'));
    const query = { cursor: 'a', espera: 0, limit: 1 };
    expect(await all(followChanges(api, '/api/v1/sales/changes', { params: { query } }))).toHaveLength(1);
    expect(queries()).toEqual(['a', 'b'].map((cursor) => ({ limit: '1', cursor, espera: '0' })));
  });

  it('ends when the caller aborts', async () => {
    const api = await start('hang');
    const following = all(followChanges(api, '/api/v1/sales/changes', { signal: AbortSignal.timeout(100) }));
    await expect(following).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});
