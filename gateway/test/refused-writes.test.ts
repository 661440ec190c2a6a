import { randomUUID } from 'node:crypto';
import type { Database } from '@representa/postgres';
import { startTestStack, type TestStack } from '@representa/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newApiKey } from '../src/authentication/api-key.ts';
import { demoEmpresas } from '../src/empresas/demo.ts';
import { type EmpresasRepository, makeEmpresasRepository } from '../src/empresas/empresas.repository.ts';
import { empresaNotFound, keyNotFound, lastAdminKey, tooManyKeys } from '../src/gateway.errors.ts';
import { type KeysRepository, makeKeysRepository } from '../src/keys/keys.repository.ts';
import { maxKeys } from '../src/keys/keys.schemas.ts';
import { createEmpresa, openDatabase, query, type TestEmpresa, testCall } from './gateway.ts';

let stack: TestStack;
let database: Database;
let empresas: EmpresasRepository;
let keys: KeysRepository;
let empresa: TestEmpresa;

beforeAll(async () => {
  stack = await startTestStack();
  // Connections enough for writes at once.
  database = openDatabase(stack.databaseUrl('gateway'), 6);
  empresas = makeEmpresasRepository(database);
  keys = makeKeysRepository(database);
});
afterAll(async () => {
  await database.end();
  await stack.stop();
});
beforeEach(async () => {
  empresa = await createEmpresa(empresas);
});

const wanted = { rotulo: 'ERP', escopo: 'write', expira_em: null } as const;
const issue = (id = empresa.id) => keys.issue(testCall(), id, newApiKey(), wanted);
const revoke = (id: string) => keys.revoke(testCall(), empresa.id, id);
const rotate = (id: string, rotation: { expira_em?: string | null } = {}) =>
  keys.rotate(testCall(), empresa.id, id, newApiKey(), { sobreposicao: 60, ...rotation });
const fill = async (room = 0) => {
  for (let n = 1; n < maxKeys - room; n++) await issue();
};
const soon = () => new Date(Date.now() + 60_000).toISOString();

const numbersOf = async (empresa_id: string) => {
  const entries = await query(database)<{ numero: number }[]>`
    select numero from audit_entry where empresa_id = ${empresa_id} order by numero`;
  const [sequence] = await query(database)<{ last: number }[]>`
    select last from change_sequence where empresa_id = ${empresa_id}`;
  return { numbers: entries.map(({ numero }) => numero), last: sequence?.last };
};
const withoutHoles = (last: number) => ({ numbers: Array.from({ length: last }, (_, index) => index + 1), last });

test.each([
  ['issuing one key too many', tooManyKeys, async () => issue(), fill],
  ['rotating a key when there are too many', tooManyKeys, async () => rotate(empresa.key_id), fill],
  ['rotating an unknown key', keyNotFound, async () => rotate(randomUUID())],
  [
    'rotating the last admin key into an earlier end',
    lastAdminKey,
    async () => rotate(empresa.key_id, { expira_em: soon() }),
  ],
  ['revoking an unknown key', keyNotFound, async () => revoke(randomUUID())],
  ['revoking the last admin key', lastAdminKey, async () => revoke(empresa.key_id)],
])('%s takes no number', async (_name, refusal, write, prepare = async () => {}) => {
  await prepare();
  const { last = 0 } = await numbersOf(empresa.id);
  await expect(write()).rejects.toThrow(refusal().message);
  await empresas.update(testCall(), empresa.id, { nome: 'Aurora' });
  expect(await numbersOf(empresa.id)).toEqual(withoutHoles(last + 1));
});

test('revoking a key twice takes one number, at once too', async () => {
  const { id } = await issue();
  const outcomes = await Promise.allSettled([revoke(id), revoke(id), revoke(id)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
  await issue();
  expect(await numbersOf(empresa.id)).toEqual(withoutHoles(5));
});

test('of many keys issued at once, those take numbers for which there is room', async () => {
  await fill(2);
  const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => issue()));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  expect(await numbersOf(empresa.id)).toEqual(withoutHoles(maxKeys + 1));
});

test('a rotation and a creation take two numbers', async () => {
  await rotate(empresa.key_id);
  expect(await numbersOf(empresa.id)).toEqual(withoutHoles(4));
});

test.each([
  ['issuing a key', (id: string) => issue(id)],
  ['changing it', (id: string) => empresas.update(testCall(), id, { ativa: false })],
])('of an unknown company: %s leaves nothing', async (_name, write) => {
  const unknown = randomUUID();
  await expect(write(unknown)).rejects.toThrow(empresaNotFound().message);
  expect(await numbersOf(unknown)).toEqual({ numbers: [], last: undefined });
});

test('the demo companies that exist take no number', async () => {
  expect(await empresas.createDemo(testCall(), demoEmpresas)).toHaveLength(demoEmpresas.length);
  expect(await empresas.createDemo(testCall(), demoEmpresas)).toEqual([]);
  for (const { id, ativa } of demoEmpresas) {
    expect(await numbersOf(id)).toEqual(withoutHoles(2));
    expect(await empresas.read(testCall(), id)).toMatchObject({ id, ativa });
  }
});
