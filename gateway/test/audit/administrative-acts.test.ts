import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  allEmpresas,
  auditedServices,
  auditSources,
  callWithin,
  readAudit,
  readAuditChain,
} from '@representa/contracts';
import { connectMessaging, type Messaging } from '@representa/messaging';
import type { Database } from '@representa/postgres';
import { makeAuditRepository, makeRemoveOld } from '@representa/records';
import { makeLogger } from '@representa/telemetry';
import { startTestStack, type TestStack, until } from '@representa/testing';
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Commands } from '../../src/command/commands.ts';
import { makeVerifyAudit } from '../../src/command/verify-audit.ts';
import { type Gateway, makeTestCommands, openDatabase, startGateway } from '../gateway.ts';
import { call } from '../http.ts';
import { backdate } from './backdate.ts';

const token = 'a-token-of-more-than-thirty-two-characters';
const signingKeys = ['a key for tests that is long enough'];

let stack: TestStack;
let gateway: Gateway;
let database: Database;
let superuser: postgres.Sql;
let services: Messaging[];
/** The ids of the requests for which services were asked for entries. */
const askedBy: (string | undefined)[] = [];
let commands: Commands;
let empresa: { id: string; primeira_chave: { id: string; prefixo: string; chave: string } };

beforeAll(async () => {
  stack = await startTestStack();
  gateway = await startGateway(stack, { ADMIN_TOKEN: [token] });
  database = openDatabase(stack.databaseUrl('gateway'), 4);
  superuser = postgres(stack.adminUrl, { max: 1, onnotice: () => {} });
  // The services have written nothing.
  services = auditedServices.map((name) => {
    const service = connectMessaging({ url: stack.natsUrl(name), process: name, log: makeLogger('test', 'silent') });
    service.answer(readAuditChain[name], async () => ({ checkpoint: null, links: [] }));
    service.answer(readAudit[name], async (_question, { request_id }) => {
      askedBy.push(request_id);
      return [];
    });
    service.startAnswering();
    return service;
  });
  commands = commandsWith(signingKeys);
  await until('all are connected', async () => {
    const { status } = await call(gateway.port, '/readyz');
    return status === 200 && services.every(({ connected }) => connected);
  });
});
afterAll(async () => {
  await gateway.close();
  await Promise.all(services.map((service) => service.close()));
  await Promise.all([database.end(), superuser.end()]);
  await stack.stop();
});
beforeEach(async () => {
  empresa = (await admin('POST', '/empresas', { nome: `Empresa ${randomUUID()}` })).json.data;
});

const commandsWith = (AUDIT_SIGNING_KEY: string[] | undefined): Commands => {
  const config = { NATS_URL: stack.natsUrl('gateway'), AUDIT_SIGNING_KEY };
  const verifyAudit = makeVerifyAudit(makeAuditRepository(database), config);
  return makeTestCommands(database, async () => true, 'test', verifyAudit);
};
const json = (body?: unknown) =>
  body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
const admin = (method: string, path: string, body?: unknown) => {
  const { headers, ...rest } = json(body);
  const authorization = `Bearer ${token}`;
  return call(gateway.adminPort ?? 0, `/admin/v1${path}`, { method, headers: { authorization, ...headers }, ...rest });
};
const company = (method: string, path: string, body?: unknown) =>
  call(gateway.port, `/api/v1${path}`, { method, key: empresa.primeira_chave.chave, ...json(body) });
const newKey = { rotulo: 'ERP', escopo: 'write' };

/** The company's entries of companies and keys, as the operator sees them, the newest first. */
const entries = async () => {
  const read = async (recurso: string) =>
    (await admin('GET', `/empresas/${empresa.id}/audit?limit=100&recurso=${recurso}`)).json.data;
  return [...(await read('keys')), ...(await read('empresas'))].sort((a, b) => b.numero - a.numero);
};
const acts = async () =>
  (await entries()).map(({ operacao, recurso, id, campos }) => [operacao, recurso, id, campos].filter(Boolean));
const verify = (options = {}) => commands['audit verify'](empresa.id, options);

describe('an entry says who did it', () => {
  test('a company with a key', async () => {
    const made = await company('POST', '/keys', newKey);
    const [entry] = await entries();
    expect(entry).toEqual({
      numero: 3,
      em: expect.stringMatching(/Z$/),
      operacao: 'criar',
      recurso: 'keys',
      id: made.json.data.id,
      campos: null,
      chave_id: empresa.primeira_chave.id,
      chave_prefixo: empresa.primeira_chave.prefixo,
      operador: null,
      request_id: made.headers['x-request-id'],
      endereco: '127.0.0.1',
    });
    const found = await company('GET', `/audit?chave_id=${empresa.primeira_chave.id}&recurso=keys`);
    expect(found.json.data).toEqual([entry]);
  });

  test('the operator, whose address only the operator sees', async () => {
    const renamed = await admin('PUT', `/empresas/${empresa.id}`, { nome: 'Aurora' });
    const request_id = renamed.headers['x-request-id'];
    const expected = { operador: 'admin', chave_id: null, chave_prefixo: null, request_id };
    expect((await entries())[0]).toMatchObject({ ...expected, endereco: '127.0.0.1' });
    const { json: page } = await company('GET', '/audit?recurso=empresas');
    expect(page.data[0]).toMatchObject({ ...expected, endereco: null });
  });

  test('services that the operator reads are told the id of the request', async () => {
    const { status, headers } = await admin('GET', `/empresas/${empresa.id}/audit`);
    expect(status).toBe(200);
    expect(askedBy.slice(-3)).toEqual(Array(3).fill(headers['x-request-id']));
  });

  test('the command', async () => {
    await commands.deactivate(empresa.id);
    await commands.reactivate(empresa.id);
    expect((await entries())[0]).toMatchObject({ operador: 'comando', request_id: null, endereco: null });
  });
});

describe('every act has its entry', () => {
  test('of keys', async () => {
    const first = empresa.primeira_chave.id;
    const own = (await company('POST', '/keys', newKey)).json.data.id;
    const next = (await company('POST', `/keys/${own}/rotate`, {})).json.data.id;
    await company('DELETE', `/keys/${next}`);
    const issued = (await admin('POST', `/empresas/${empresa.id}/keys`, newKey)).json.data.id;
    await admin('DELETE', `/empresas/${empresa.id}/keys/${issued}`);
    const { json: added } = await commands['add-key'](empresa.id, {});
    const { id } = added as { id: string };
    await commands.revoke(id);
    expect((await acts()).reverse()).toEqual([
      ['criar', 'empresas', empresa.id],
      ['criar', 'keys', first],
      ['criar', 'keys', own],
      ['trocar', 'keys', own],
      ['criar', 'keys', next],
      ['revogar', 'keys', next],
      ['criar', 'keys', issued],
      ['revogar', 'keys', issued],
      ['criar', 'keys', id],
      ['revogar', 'keys', id],
    ]);
    await verify();
  });

  test('of the company', async () => {
    const change = (body: object) => admin('PUT', `/empresas/${empresa.id}`, body);
    await change({ nome: 'Aurora' });
    await change({ fuso_horario: 'America/Manaus', requisicoes_por_segundo: 10, rajada: 20 });
    await change({ ativa: false, nome: 'Aurora Ltda' });
    await commands.update(empresa.id, { rate: 'default' });
    await commands.reactivate(empresa.id);
    expect((await acts()).slice(0, -2).reverse()).toEqual([
      ['alterar', 'empresas', empresa.id, ['nome']],
      ['alterar', 'empresas', empresa.id, ['rajada', 'requisicoes_por_segundo', 'fuso_horario']],
      ['desativar', 'empresas', empresa.id, ['ativa', 'nome']],
      ['alterar', 'empresas', empresa.id, ['requisicoes_por_segundo']],
      ['reativar', 'empresas', empresa.id, ['ativa']],
    ]);
  });

  test('of the demo companies, once', async () => {
    await commands['seed-demo']();
    await commands['seed-demo']();
    const { json: page } = await call(gateway.port, '/api/v1/audit?recurso=empresas', { key: 'demo-empresa-b' });
    expect(page.data).toMatchObject([{ operacao: 'criar', operador: 'comando', numero: 1 }]);
  });

  test('also of concurrent ones: one chain without gaps', async () => {
    await Promise.all(Array.from({ length: 20 }, () => company('POST', '/keys', newKey)));
    const numbers = (await entries()).map(({ numero }) => numero);
    expect(numbers).toEqual(Array.from({ length: 20 + 2 }, (_, i) => 22 - i));
    expect((await verify()).json).toMatchObject(expect.arrayContaining([expect.objectContaining({ entries: 22 })]));
  });
});

test.each([
  ['de=2026-01-01', 200],
  ['de=2026-01-01T00:00:00%2B20:00&ate=9999-12-31', 200],
  ['de=0000-01-01', 400],
  ['de=1899-12-31T23:59:59Z', 400],
  ['ate=9999-12-31T23:59:59-03:00', 400],
  ['ate=2026-02-30', 400],
])('entries with %s: %i', async (filter, status) => {
  expect((await company('GET', `/audit?recurso=keys&${filter}`)).status).toBe(status);
});

describe('an entry is part of the change', () => {
  test('an act that is refused leaves none', async () => {
    expect((await company('DELETE', `/keys/${empresa.primeira_chave.id}`)).status).toBe(409);
    expect((await company('DELETE', `/keys/${randomUUID()}`)).status).toBe(404);
    expect((await admin('PUT', `/empresas/${empresa.id}`, { nome: '' })).status).toBe(400);
    expect(await acts()).toHaveLength(2);
  });

  test('a change whose entry cannot be written is not made', async () => {
    await superuser.unsafe(
      `alter table gateway.audit_entry add constraint refused check (empresa_id <> '${empresa.id}') not valid`,
    );
    const replies = [
      await company('POST', '/keys', newKey),
      await company('POST', `/keys/${empresa.primeira_chave.id}/rotate`, {}),
      await admin('PUT', `/empresas/${empresa.id}`, { nome: 'Aurora' }),
    ];
    await superuser`alter table gateway.audit_entry drop constraint refused`;
    expect(replies.map(({ status }) => status)).toEqual([500, 500, 500]);
    expect((await company('GET', '/keys')).json.data).toHaveLength(1);
    expect((await admin('GET', `/empresas/${empresa.id}`)).json.data.nome).not.toBe('Aurora');
  });
});

describe('audit verify', () => {
  test.each(['audit verify', 'audit head'] as const)('%s of a company that does not exist', async (command) => {
    const id = randomUUID();
    await expect(commands[command](id, {})).rejects.toThrow(`There is no empresa with the id ${id}`);
  });

  test('of what concerns all companies', async () => {
    expect((await commands['audit verify']('all', {})).json).toMatchObject(auditSources.map(() => ({ ok: true })));
    expect(await admin('GET', `/empresas/${allEmpresas}/audit?recurso=empresas`)).toMatchObject({
      status: 200,
      json: { data: [] },
    });
  });

  test('names an entry of the gateway that was changed, or removed', async () => {
    await company('POST', '/keys', newKey);
    await verify();
    await commands['audit verify'](empresa.id.toUpperCase(), {});
    await superuser`
      update gateway.audit_entry set entry = replace(entry, 'admin', 'comando')
      where empresa_id = ${empresa.id} and numero = 2`;
    await expect(verify()).rejects.toThrow('Broken: entry 2 of gateway: the entry does not fit its hash.');
    await expect(commands['audit head'](empresa.id)).rejects.toThrow('Broken: entry 2 of gateway');
    await superuser`delete from gateway.audit_entry where empresa_id = ${empresa.id} and numero = 2`;
    await expect(verify()).rejects.toThrow('Broken: entry 3 of gateway: the entry does not fit its hash.');
  });

  test('knows the head that was exported', async () => {
    const { json: heads } = await commands['audit head'](empresa.id);
    expect(heads).toMatchObject([{ service: 'sales' }, { service: 'clients' }, { service: 'catalog' }, { numero: 2 }]);
    const head = join(tmpdir(), `${randomUUID()}.json`);
    const partly = `${head}.partly`;
    await writeFile(head, JSON.stringify(heads));
    await company('POST', '/keys', newKey);
    await verify({ head });
    await writeFile(partly, JSON.stringify((heads as unknown[]).slice(1)));
    await expect(verify({ head: partly })).rejects.toThrow('is not what "audit head --json" writes');
    await expect(verify({ head: 'nothing.json' })).rejects.toThrow('nothing.json cannot be read.');
    await superuser`delete from gateway.audit_entry where empresa_id = ${empresa.id} and numero > 1`;
    await company('POST', '/keys', newKey);
    await verify();
    await expect(verify({ head })).rejects.toThrow('Broken: entry 2 of gateway: the head is not in the chain.');
    await Promise.all([rm(head), rm(partly)]);
  });

  test('goes on from the signed checkpoint that removed entries leave', async () => {
    await company('POST', '/keys', newKey);
    const daysOf = (numero: number): number => (numero <= 2 ? 40 : 0);
    await backdate(superuser, { schema: 'gateway', empresa_id: empresa.id, days: daysOf });
    const retention = { source: 'gateway', days: 30, keys: signingKeys, log: makeLogger('test', 'silent') } as const;
    const removeOld = makeRemoveOld(makeAuditRepository(database), retention);
    expect(await removeOld(callWithin(2_000))).toBe(2);
    await company('POST', '/keys', newKey);
    expect((await entries()).map(({ numero }) => numero)).toEqual([4, 3]);
    await verify();
    await expect(commandsWith(undefined)['audit verify'](empresa.id, {})).rejects.toThrow(
      /^gateway has no AUDIT_SIGNING_KEY, so its checkpoint cannot be checked\.$/,
    );
    const replaced = ['another key, which is long enough too', ...signingKeys];
    await commandsWith(replaced)['audit verify'](empresa.id, {});
    await expect(commandsWith(replaced.slice(0, 1))['audit verify'](empresa.id, {})).rejects.toThrow(
      'Broken: entry 2 of gateway: the signature of the checkpoint is wrong.',
    );
    await superuser`update gateway.audit_checkpoint set numero = 1 where empresa_id = ${empresa.id}`;
    await expect(verify()).rejects.toThrow('Broken: entry 1 of gateway: the signature of the checkpoint is wrong.');
  });
});
