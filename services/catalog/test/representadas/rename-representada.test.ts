import { randomUUID } from 'node:crypto';
import { representadaBody, startStopwatch, until } from '@representa/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Api, type Catalog, startCatalog } from '../catalog.ts';

let catalog: Catalog;
let api: Api;

beforeAll(async () => {
  catalog = await startCatalog();
  api = catalog.empresa();
});
afterAll(() => catalog.stop());
afterEach(() => {
  catalog.sales.mute = false;
});

const create = async (): Promise<string> =>
  (await api.post('/representadas', representadaBody({ nome: 'Aurora' }))).body.data.id;

const isPending = async (id: string): Promise<boolean> => {
  const [record] = await catalog.sql`select rename_pending from representada where id = ${id}`;
  return record?.rename_pending;
};

test('sales finds a representada by company and id, active or not', async () => {
  const id = await create();
  expect(await catalog.sales.find(api.empresa_id, id)).toMatchObject({ nome: 'Aurora', revision: 0 });
  await api.put(`/representadas/${id}`, { ativo: false });
  expect(await catalog.sales.find(api.empresa_id, id)).toMatchObject({ nome: 'Aurora', revision: 0 });
  expect(await catalog.sales.find(randomUUID(), id)).toBeNull();
  expect(await catalog.sales.find(api.empresa_id, randomUUID())).toBeNull();
});

test('sales knows a new name before the rename is answered', async () => {
  const id = await create();
  const { status } = await api.put(`/representadas/${id}`, { nome: 'Boreal' });
  expect([status, catalog.sales.of(id).nome]).toEqual([200, 'Boreal']);
  expect(await isPending(id)).toBe(false);
  expect(await catalog.sales.find(api.empresa_id, id)).toMatchObject({ nome: 'Boreal', revision: 1 });
});

test('an update that does not rename tells sales nothing and does not need it', async () => {
  const id = await create();
  catalog.sales.mute = true;
  expect((await api.put(`/representadas/${id}`, { nome: ' Aurora ', ativo: false, comissao: 3 })).status).toBe(200);
  expect(catalog.sales.of(id).nome).toBeUndefined();
  expect(await catalog.sales.find(api.empresa_id, id)).toMatchObject({ revision: 0 });
});

test('renames at a time end with one name everywhere', async () => {
  const id = await create();
  const names = Array.from({ length: 10 }, (_, n) => `Boreal ${n}`);
  const answers = await Promise.all(names.map((nome) => api.put(`/representadas/${id}`, { nome })));
  expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200));
  const { body } = await api.put(`/representadas/${id}`, {});
  expect(await catalog.sales.find(api.empresa_id, id)).toMatchObject({ nome: body.data.nome, revision: 10 });
  expect(catalog.sales.of(id).nome).toBe(body.data.nome);
  expect(await isPending(id)).toBe(false);
});

test('a rename that sales did not hear of is a 503 in time, and is delivered later', async () => {
  const id = await create();
  catalog.sales.mute = true;
  const elapsedMs = startStopwatch();
  const { status, body, headers } = await api.put(`/representadas/${id}`, { nome: 'Boreal' });
  expect([status, body]).toEqual([503, { error: 'Serviço indisponível' }]);
  expect(headers['retry-after']).toBe('1');
  expect(elapsedMs()).toBeLessThan(2_000);
  expect(await isPending(id)).toBe(true);

  catalog.sales.mute = false;
  await until('the name has been delivered', async () => !(await isPending(id)));
  expect(catalog.sales.of(id).nome).toBe('Boreal');
});

test('an update without a name does not wait for a name that is still pending; one that repeats it delivers it', async () => {
  const id = await create();
  catalog.sales.mute = true;
  expect((await api.put(`/representadas/${id}`, { nome: 'Boreal' })).status).toBe(503);
  expect((await api.put(`/representadas/${id}`, { observacao: 'x' })).status).toBe(200);
  expect(await isPending(id)).toBe(true);
  catalog.sales.mute = false;
  expect((await api.put(`/representadas/${id}`, { nome: 'Boreal' })).status).toBe(200);
  expect(catalog.sales.of(id).nome).toBe('Boreal');
  expect(await isPending(id)).toBe(false);
});
