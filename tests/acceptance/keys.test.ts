import { expect, test } from 'vitest';
import { type Api, a, b, makeApi } from './api.ts';
import { expectError } from './expectations.ts';
import { clientBody, unknownId, word } from './records.ts';

interface Key {
  id: string;
  rotulo: string;
  escopo: string;
  prefixo: string;
  chave: string;
  expira_em: string | null;
}

const notAllowed = 'API key sem permissão para esta operação';

const createKey = async (escopo: string): Promise<Key> => {
  const reply = await a.post<Key>('/keys', { rotulo: word(), escopo });
  expect(reply.status, reply.text).toBe(201);
  return reply.json.data;
};
const remove = async (...keys: Key[]): Promise<void> => {
  for (const { id } of keys) expect((await a.delete(`/keys/${id}`)).status).toBe(200);
};
const statusOf = async (api: Api): Promise<number> => (await api.get('/clients?limit=1')).status;

test('[KEY-01] a read key reads, a write key writes, an admin key manages keys', async () => {
  const keys = [await createKey('read'), await createKey('write'), await createKey('admin')];
  const [read, write, admin] = keys.map(({ chave }) => makeApi(chave)) as [Api, Api, Api];
  for (const api of [read, write, admin]) expect(await statusOf(api)).toBe(200);
  expectError(await read.post('/clients', clientBody()), 403, notAllowed);
  expectError(await read.put(`/clients/${unknownId()}`, {}), 403, notAllowed);
  expectError(await read.delete(`/sales/${unknownId()}`), 403, notAllowed);
  for (const api of [write, admin]) expect((await api.post('/clients', clientBody())).status).toBe(201);
  for (const api of [read, write]) expectError(await api.get('/keys'), 403, notAllowed);
  expect((await admin.get('/keys')).status).toBe(200);
  await remove(...keys);
});

test('[KEY-02] a key is shown once, listed without its secret, and ends within a second when it is revoked', async () => {
  const { chave, ...key } = await createKey('read');
  expect(chave).toMatch(/^rep_live_[0-9A-Za-z]{36}$/);
  expect(chave.startsWith(key.prefixo)).toBe(true);
  const listed = await a.get<Key[]>('/keys');
  expect(listed.json.data.find(({ id }) => id === key.id)).toMatchObject({ rotulo: key.rotulo, escopo: 'read' });
  expect(listed.text).not.toContain(chave);
  expect(await statusOf(makeApi(chave))).toBe(200);
  await a.delete(`/keys/${key.id}`);
  await expect.poll(() => statusOf(makeApi(chave)), { timeout: 1_000 }).toBe(401);
  expectError(await a.delete(`/keys/${key.id}`), 404, 'Chave não encontrada');
});

test('[KEY-03] a rotated key works on for as long as told', async () => {
  const old = await createKey('write');
  const first = await a.post<Key>(`/keys/${old.id}/rotate`, { sobreposicao: 60 });
  expect([first.status, first.json.data]).toMatchObject([201, { rotulo: old.rotulo, escopo: 'write' }]);
  for (const { chave } of [old, first.json.data]) expect(await statusOf(makeApi(chave))).toBe(200);
  const second = await a.post<Key>(`/keys/${first.json.data.id}/rotate`, { sobreposicao: 0 });
  await expect.poll(() => statusOf(makeApi(first.json.data.chave)), { timeout: 1_000 }).toBe(401);
  expect(await statusOf(makeApi(second.json.data.chave))).toBe(200);
  await remove(old, second.json.data);
});

test('[KEY-04] the keys of another company do not exist', async () => {
  const key = await createKey('read');
  expectError(await b.delete(`/keys/${key.id}`), 404, 'Chave não encontrada');
  expectError(await b.post(`/keys/${key.id}/rotate`, { sobreposicao: 0 }), 404, 'Chave não encontrada');
  expect((await b.get('/keys')).text).not.toContain(key.id);
  expect(await statusOf(makeApi(key.chave))).toBe(200);
  await remove(key);
});
