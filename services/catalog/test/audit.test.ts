import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { callWithin, readAudit } from '@representa/contracts';
import { connectMessaging, type Messaging } from '@representa/messaging';
import { makeLogger } from '@representa/telemetry';
import { asEmpresa, productBody, representadaBody, until, withoutAudit } from '@representa/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Catalog, startCatalog } from './catalog.ts';

let catalog: Catalog;
let gateway: Messaging;
beforeAll(async () => {
  catalog = await startCatalog();
  const log = makeLogger('test', 'silent');
  gateway = connectMessaging({ url: catalog.stack.natsUrl('gateway'), process: 'gateway', log });
  await until('the gateway is connected', () => gateway.connected);
});
afterAll(async () => {
  await gateway.close();
  await catalog.stop();
});

test('each write leaves an entry', async () => {
  const api = catalog.empresa();
  const product = (await api.post('/products', productBody())).body.data.id;
  const representada = (await api.post('/representadas', representadaBody())).body.data.id;
  await api.put(`/products/${product}`, { preco: 1, nome: 'Outro' });
  await api.put(`/representadas/${representada}`, { comissao: 7 });
  await api.delete(`/representadas/${representada}`);
  const question = { empresa_id: api.empresa_id, limit: 10 };
  const entries = await gateway.ask(readAudit.catalog, question, callWithin(2_000));
  expect(entries.map(({ operacao, recurso, id, campos }) => [operacao, recurso, id, campos])).toEqual([
    ['excluir', 'representadas', representada, null],
    ['alterar', 'representadas', representada, ['comissao']],
    ['alterar', 'products', product, ['nome', 'preco']],
    ['criar', 'representadas', representada, null],
    ['criar', 'products', product, null],
  ]);
});

test('a refused write leaves no entry and no hole in the numbers', async () => {
  const api = catalog.empresa();
  const importRows = async (...rows: string[]) => {
    const headers = { ...asEmpresa(api.empresa_id), 'content-type': 'text/csv' };
    const payload = ['id;nome;preco;representada_id', ...rows, ''].join('\n');
    const reply = await catalog.app.inject({ method: 'POST', url: '/api/v1/products/import', headers, payload });
    return { status: reply.statusCode };
  };
  const [cnpj, otherCnpj] = ['11222333000181', '12ABC34501DE35'];
  const representada = (await api.post('/representadas', representadaBody({ cnpj }))).body.data.id;
  const other = (await api.post('/representadas', representadaBody({ cnpj: otherCnpj }))).body.data.id;
  const body = productBody({ representada_id: representada });
  const path = `/products/${(await api.post('/products', body, 'key')).body.data.id}`;
  catalog.sales.of(other).sales = 1;
  const stale = { 'if-match': '"7"' };
  const refused = [
    await api.post('/products', body),
    await api.post('/products', productBody({ representada_id: randomUUID() })),
    await api.post('/products', productBody(), 'key'),
    await api.put(path, { nome: 'Outro' }, stale),
    await api.put(path, { representada_id: randomUUID() }),
    await api.put(`/products/${randomUUID()}`, { nome: 'Outro' }),
    await api.post('/representadas', representadaBody({ cnpj })),
    await api.put(`/representadas/${other}`, { cnpj }),
    await api.put(`/representadas/${other}`, { nome: 'Outra' }, stale),
    await api.put(`/representadas/${randomUUID()}`, { nome: 'Outra' }),
    await api.delete(`/representadas/${randomUUID()}`),
    await api.delete(`/representadas/${representada}`),
    await api.delete(`/representadas/${other}`),
    await api.delete(`/representadas/${other}`, stale),
    await importRows(`${body.id};Outro;1;`, `novo;Novo;1;${randomUUID()}`),
    await importRows('novo;Novo;um;'),
  ];
  expect(refused.map(({ status }) => status)).toEqual([
    409, 404, 422, 412, 404, 404, 409, 409, 412, 404, 404, 409, 409, 412, 400, 400,
  ]);
  expect((await api.post('/products', body, 'key')).status).toBe(201);
  expect((await importRows('novo;Novo;1;')).status).toBe(200);
  const entries = await gateway.ask(readAudit.catalog, { empresa_id: api.empresa_id, limit: 10 }, callWithin(2_000));
  expect(entries.map(({ numero }) => numero)).toEqual([4, 3, 2, 1]);
});

test('a write whose entry cannot be written is not made', async () => {
  const api = catalog.empresa();
  const product = (await api.post('/products', productBody())).body.data.id;
  const representada = (await api.post('/representadas', representadaBody())).body.data.id;
  const lists = ['/products', '/representadas'];
  const paths = [...lists, ...lists.map((path) => `${path}/changes`), `/representadas/${representada}`];
  const state = async () => Promise.all(paths.map(async (path) => (await api.get(path)).body));
  const before = await state();
  const importOne = async () => {
    const headers = { ...asEmpresa(api.empresa_id), 'content-type': 'text/csv' };
    const payload = `id;nome;preco\n${product};Outro;1\n${product}-2;Novo;1\n`;
    const reply = await catalog.app.inject({ method: 'POST', url: '/api/v1/products/import', headers, payload });
    return { status: reply.statusCode };
  };
  const writes = async () => [
    await api.post('/products', productBody()),
    await api.put(`/products/${product}`, { preco: 1 }),
    await importOne(),
    await api.post('/representadas', representadaBody()),
    await api.put(`/representadas/${representada}`, { comissao: 7 }),
    await api.delete(`/representadas/${representada}`),
  ];
  const { adminUrl } = catalog.stack;
  const replies = await withoutAudit({ adminUrl, schema: 'catalog', empresa_id: api.empresa_id }, writes);
  expect(replies.map(({ status }) => status)).toEqual([500, 500, 500, 500, 500, 500]);
  expect(await state()).toEqual(before);
  expect((await writes()).map(({ status }) => status)).toEqual([201, 200, 200, 201, 200, 200]);
});

test('an import leaves an entry for each record that it writes', async () => {
  const api = catalog.empresa();
  const { id, preco } = (await api.post('/products', productBody())).body.data;
  const fresh = `${id}-2`;
  const importRows = (...rows: string[]) =>
    catalog.app.inject({
      method: 'POST',
      url: '/api/v1/products/import',
      headers: { ...asEmpresa(api.empresa_id), 'content-type': 'text/csv' },
      payload: Readable.from([['id;nome;preco', ...rows, ''].join('\n')]),
    });
  const reply = await importRows(`${id};Outro;${String(preco).replace('.', ',')}`, `${fresh};Novo;1`);
  expect(reply.json().data).toEqual({ criados: 1, atualizados: 1, inalterados: 0 });
  const question = { empresa_id: api.empresa_id, limit: 10 };
  const entries = await gateway.ask(readAudit.catalog, question, callWithin(2_000));
  expect(entries.map(({ operacao, id: of, campos }) => [operacao, of, campos])).toEqual([
    ['importar', id, ['nome']],
    ['importar', fresh, null],
    ['criar', id, null],
  ]);
});
