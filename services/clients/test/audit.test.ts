import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { callWithin, readAudit, readAuditChain } from '@representa/contracts';
import { connectMessaging, type Messaging } from '@representa/messaging';
import { makeLogger } from '@representa/telemetry';
import { asEmpresa, clientBody, until, withoutAudit } from '@representa/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ClientsService, startClientsService } from './clients-service.ts';

let service: ClientsService;
let gateway: Messaging;
beforeAll(async () => {
  service = await startClientsService();
  const log = makeLogger('test', 'silent');
  gateway = connectMessaging({ url: service.stack.natsUrl('gateway'), process: 'gateway', log });
  await until('the gateway is connected', () => gateway.connected);
});
afterAll(async () => {
  await gateway.close();
  await service.stop();
});

test('each write leaves an entry', async () => {
  const empresa_id = randomUUID();
  const headers = asEmpresa(empresa_id);
  const send = (method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
    service.app.inject({ method, url: `/api/v1${url}`, headers, ...(payload && { payload }) });
  const body = clientBody();
  const { id } = (await send('POST', '/clients', body)).json().data;
  await send('PUT', `/clients/${id}`, { nome: 'Outro', cidade: body.cidade });
  await send('DELETE', `/clients/${id}`);

  const entries = await gateway.ask(readAudit.clients, { empresa_id, limit: 10 }, callWithin(2_000));
  expect(entries.map(({ operacao, recurso, id: of, campos }) => ({ operacao, recurso, of, campos }))).toEqual([
    { operacao: 'excluir', recurso: 'clients', of: id, campos: null },
    { operacao: 'alterar', recurso: 'clients', of: id, campos: ['nome'] },
    { operacao: 'criar', recurso: 'clients', of: id, campos: null },
  ]);
  expect(entries[0]).toMatchObject({
    chave_id: '01890000-0000-7000-8000-0000000000aa',
    chave_prefixo: 'rep_test',
    request_id: headers['x-request-id'],
    endereco: '203.0.113.7',
  });
});

test('a refused write leaves no entry and no hole in the numbers', async () => {
  const empresa_id = randomUUID();
  const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, payload?: object | string, more: object = {}) => {
    const headers = {
      ...asEmpresa(empresa_id),
      ...(typeof payload === 'string' && { 'content-type': 'text/csv' }),
      ...more,
    };
    return service.app.inject({ method, url: `/api/v1/clients${path}`, headers, ...(payload && { payload }) });
  };
  const file = (row: string) => `codigo;nome;email;telefone;cidade;estado\n${row}\n`;
  const key = { 'idempotency-key': 'key' };
  const stale = { 'if-match': '"7"' };
  const body = clientBody({ codigo: 'A' });
  const id = (await send('POST', '', body, key)).json().data.id;
  const other = (await send('POST', '', clientBody())).json().data.id;
  service.sales.inUse.set(other, 1);
  const refused = [
    await send('POST', '', clientBody({ email: body.email })),
    await send('POST', '', clientBody({ codigo: 'A' })),
    await send('POST', '', clientBody(), key),
    await send('PUT', `/${other}`, { email: body.email }),
    await send('PUT', `/${other}`, { codigo: 'A' }),
    await send('PUT', `/${id}`, { nome: 'Outro' }, stale),
    await send('PUT', `/${randomUUID()}`, { nome: 'Outro' }),
    await send('DELETE', `/${randomUUID()}`),
    await send('DELETE', `/${id}`, undefined, stale),
    await send('DELETE', `/${other}`),
    await send('POST', '/import', file(`B;Mercado;${body.email};11987654321;São Paulo;SP`)),
    await send('POST', '/import', file('B;Mercado;x;11987654321;São Paulo;SP')),
  ];
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([
    409, 409, 422, 409, 409, 412, 404, 404, 412, 409, 400, 400,
  ]);
  expect((await send('POST', '', body, key)).statusCode).toBe(201);
  expect((await send('POST', '', clientBody())).statusCode).toBe(201);
  const entries = await gateway.ask(readAudit.clients, { empresa_id, limit: 10 }, callWithin(2_000));
  expect(entries.map(({ numero }) => numero)).toEqual([3, 2, 1]);
});

test('a write whose entry cannot be written is not made', async () => {
  const empresa_id = randomUUID();
  const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object | string) => {
    const headers = { ...asEmpresa(empresa_id), ...(typeof payload === 'string' && { 'content-type': 'text/csv' }) };
    const url = `/api/v1/clients${path}`;
    return service.app.inject({ method, url, headers, ...(payload && { payload }) });
  };
  const { id, codigo } = (await send('POST', '', clientBody())).json().data;
  const state = async (): Promise<object[]> =>
    Promise.all(['', `/${id}`, '/changes'].map(async (path) => (await send('GET', path)).json()));
  const before = await state();
  const file = `codigo;nome;email;telefone;cidade;estado\n${codigo};Outro;;;;\nnovo;Nome;n@${empresa_id}.com.br;11987654321;X;SP\n`;
  const writes = async () => [
    await send('POST', '', clientBody()),
    await send('PUT', `/${id}`, { nome: 'Outro' }),
    await send('POST', '/import', file),
    await send('DELETE', `/${id}`),
  ];
  const { adminUrl } = service.stack;
  const replies = await withoutAudit({ adminUrl, schema: 'clients', empresa_id }, writes);
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([500, 500, 500, 500]);
  expect(await state()).toEqual(before);
  expect((await writes()).map(({ statusCode }) => statusCode)).toEqual([201, 200, 200, 200]);
});

test('an import leaves an entry for each record that it writes', async () => {
  const empresa_id = randomUUID();
  const headers = { ...asEmpresa(empresa_id), 'content-type': 'text/csv' };
  const importRows = (...rows: string[]) => {
    const payload = ['codigo;nome;email;telefone;cidade;estado', ...rows, ''].join('\r\n');
    return service.app.inject({
      method: 'POST',
      url: '/api/v1/clients/import',
      headers,
      payload: Readable.from([payload]),
    });
  };
  const row = (codigo: string, nome: string) =>
    `${codigo};${nome};${codigo}@${empresa_id}.com.br;(11) 98765-4321;São Paulo;SP`;
  await importRows(row('a', 'Mercado'), row('b', 'Mercado'));
  await importRows(row('a', 'Mercado'), row('b', 'Padaria'), row('c', 'Mercado'));
  const url = '/api/v1/clients';
  const { data } = (await service.app.inject({ url, headers: asEmpresa(empresa_id) })).json();
  const [a, b, c] = ['a', 'b', 'c'].map((code) => data.find(({ codigo }: { codigo: string }) => codigo === code).id);

  const read = async (filters: object = {}) =>
    (await gateway.ask(readAudit.clients, { empresa_id, limit: 10, ...filters }, callWithin(2_000))).map(
      ({ operacao, id, campos }) => [operacao, id, campos],
    );
  expect(await read()).toEqual([
    ['importar', b, ['nome']],
    ['importar', c, null],
    ['importar', b, null],
    ['importar', a, null],
  ]);
  expect(await read({ id: b })).toEqual([
    ['importar', b, ['nome']],
    ['importar', b, null],
  ]);
  const question = { empresa_id, after: 0, limit: 10 };
  const { links } = await gateway.ask(readAuditChain.clients, question, callWithin(2_000));
  let last = Buffer.alloc(0);
  for (const { entry, hash } of links) {
    last = createHash('sha256').update(last).update(entry).digest();
    expect(last.toString('hex')).toBe(hash);
  }
  expect(links).toHaveLength(4);
});
