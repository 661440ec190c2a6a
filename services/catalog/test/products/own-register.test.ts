import { randomUUID } from 'node:crypto';
import { callWithin, moveRegister } from '@representa/contracts';
import { connectMessaging, type Messaging } from '@representa/messaging';
import { makeLogger } from '@representa/telemetry';
import { asEmpresa, productBody, until } from '@representa/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Catalog, startCatalog } from '../catalog.ts';

let catalog: Catalog;
/** The operator's command asks as the gateway. */
let gateway: Messaging;

beforeAll(async () => {
  catalog = await startCatalog();
  const log = makeLogger('test', 'silent');
  gateway = connectMessaging({ url: catalog.stack.natsUrl('gateway'), process: 'gateway', log, maxAnswerMs: 20_000 });
  await until('NATS is there', () => gateway.connected);
});
afterAll(async () => {
  await gateway.close();
  await catalog.stop();
});

const move = async (empresa_id: string, isOwn: boolean): Promise<string[]> =>
  (await gateway.ask(moveRegister.catalog, { empresa_id, isOwn }, callWithin(20_000))).taken;

test('in its own register ids are unique within the company, and each company reads its own product', async () => {
  const [own, other] = [catalog.empresa(), catalog.empresa()];
  const ownId = own.empresa_id;
  const [id, before] = [randomUUID(), randomUUID()];
  await other.post('/products', productBody({ id, nome: 'Deles' }));
  await own.post('/products', productBody({ id: before }));
  expect((await own.post('/products', productBody({ id }))).status).toBe(409);
  expect(await move(ownId, true)).toEqual([]);
  expect((await own.post('/products', productBody({ id, nome: 'Nosso' }))).status).toBe(201);
  expect((await own.post('/products', productBody({ id }))).body.error).toBe('Já existe um produto com este ID');
  expect((await own.post('/products', productBody({ id: before }))).status).toBe(409);
  expect((await other.post('/products', productBody({ id: before }))).status).toBe(201);
  await own.put(`/products/${id}`, { preco: 7 });
  expect((await own.get(`/products/${id}`)).body.data).toMatchObject({ nome: 'Nosso', preco: 7 });
  expect((await other.get(`/products/${id}`)).body.data).toMatchObject({ nome: 'Deles', preco: 18.9 });
  expect((await move(ownId, false)).sort()).toEqual([id, before].sort());
});

test('an import takes an id that another company has', async () => {
  const id = randomUUID();
  const own = catalog.empresa();
  await catalog.empresa().post('/products', productBody({ id }));
  const file = `id;nome;preco\n${id};Café;1\n`;
  const importFile = async () =>
    (
      await catalog.app.inject({
        method: 'POST',
        url: '/api/v1/products/import',
        headers: { ...asEmpresa(own.empresa_id), 'content-type': 'text/csv' },
        payload: file,
      })
    ).json();
  expect((await importFile()).details.linhas).toEqual([
    { linha: 2, campos: { id: 'Já existe um produto com este ID' } },
  ]);
  await move(own.empresa_id, true);
  expect((await importFile()).data.criados).toBe(1);
  expect((await importFile()).data.inalterados).toBe(1);
});
