import { randomUUID } from 'node:crypto';
import { callWithin, moveRegister } from '@representa/contracts';
import { connectMessaging, type Messaging } from '@representa/messaging';
import { makeLogger } from '@representa/telemetry';
import { asEmpresa, brokenRules, clientBody, until } from '@representa/testing';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ClientsService, startClientsService } from '../clients-service.ts';

let service: ClientsService;
/** The operator's command asks as the gateway. */
let gateway: Messaging;

beforeAll(async () => {
  service = await startClientsService();
  const log = makeLogger('test', 'silent');
  gateway = connectMessaging({ url: service.stack.natsUrl('gateway'), process: 'gateway', log, maxAnswerMs: 20_000 });
  await until('NATS is there', () => gateway.connected);
});
afterAll(async () => {
  await gateway.close();
  await service.stop();
});

const move = async (empresa_id: string, isOwn: boolean): Promise<string[]> =>
  (await gateway.ask(moveRegister.clients, { empresa_id, isOwn }, callWithin(20_000))).taken;

const send = async (empresa: string, method: 'POST' | 'PUT' | 'GET' | 'DELETE', path: string, payload?: object) => {
  const answer = await service.app.inject({
    method,
    url: `/api/v1/clients${path}`,
    headers: asEmpresa(empresa),
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, body: answer.json() };
};
const create = (empresa: string, email: string) => send(empresa, 'POST', '', clientBody({ email }));
const emailTaken = { status: 409, body: { error: 'Email já cadastrado no sistema' } };

/** Rules of registers that clients alone can break: there is no gateway that knows the companies. */
const wrongRegisters = async (): Promise<string[]> => {
  const admin = postgres(service.stack.adminUrl, { max: 1, onnotice: () => {} });
  const broken = await brokenRules(admin, /clients in another register/);
  await admin.end();
  return broken;
};

test('in its own register emails are unique within the company, and there only', async () => {
  const [own, other, third] = [randomUUID(), randomUUID(), randomUUID()];
  const [before, after] = [`${randomUUID()}@x.com.br`, `${randomUUID()}@x.com.br`];
  await create(own, before);
  await create(other, after);
  expect(await create(own, after)).toEqual(emailTaken);
  expect(await move(own, true)).toEqual([]);
  expect(await move(own, true)).toEqual([]);
  expect((await create(own, after)).status).toBe(201);
  // Its own records count, also those from before, in any case.
  expect(await create(own, before.toUpperCase())).toEqual(emailTaken);
  expect(await create(own, after)).toEqual(emailTaken);
  expect((await create(other, before)).status).toBe(201);
  expect(await create(third, before)).toEqual(emailTaken);
  const found = await send(own, 'GET', `?email=${encodeURIComponent(after.toUpperCase())}`);
  expect(found.body.data).toEqual([expect.objectContaining({ email: after })]);
  expect(await wrongRegisters()).toEqual([]);
});

test('an import, too', async () => {
  const [own, other] = [randomUUID(), randomUUID()];
  const email = `${randomUUID()}@x.com.br`;
  await create(other, email);
  const importFile = () =>
    service.app.inject({
      method: 'POST',
      url: '/api/v1/clients/import',
      headers: { ...asEmpresa(own), 'content-type': 'text/csv' },
      payload: `nome;email;telefone;cidade;estado\nMercado;${email};1133334444;Lins;SP\n`,
    });
  expect((await importFile()).statusCode).toBe(400);
  await move(own, true);
  expect((await importFile()).json().data).toEqual({ criados: 1, atualizados: 0, inalterados: 0 });
  expect((await importFile()).json().details.linhas[0].campos).toEqual({ email: 'Email já cadastrado no sistema' });
});

test('back to the shared register is refused by what clashes, and changes nothing', async () => {
  const [own, other] = [randomUUID(), randomUUID()];
  const [shared, free] = [`${randomUUID()}@X.com.br`, `${randomUUID()}@x.com.br`];
  await move(own, true);
  await create(other, shared);
  const { body } = await create(own, shared);
  await create(own, free);
  expect(await move(own, false)).toEqual([shared.toLowerCase()]);
  expect((await create(other, free)).status).toBe(201);
  expect((await move(own, false)).sort()).toEqual([shared.toLowerCase(), free].sort());
  const renamed = `${randomUUID()}@x.com.br`;
  await send(own, 'PUT', `/${body.data.id}`, { email: renamed });
  const [twin] = (await send(other, 'GET', `?email=${encodeURIComponent(free)}`)).body.data;
  await send(other, 'DELETE', `/${twin.id}`);
  expect(await move(own, false)).toEqual([]);
  expect(await create(other, renamed)).toEqual(emailTaken);
  expect(await create(other, free)).toEqual(emailTaken);
  expect(await wrongRegisters()).toEqual([]);
});

test('while companies write the same emails, a move leaves each value once in its register', async () => {
  const [moved, other] = [randomUUID(), randomUUID()];
  const emails = Array.from({ length: 40 }, (_, n) => `race-${n}-${moved}@x.com.br`);
  const statuses: number[] = [];
  const write = async (empresa: string): Promise<void> => {
    for (const email of emails) statuses.push((await create(empresa, email)).status);
  };
  let isWriting = true;
  const moves = (async () => {
    for (let turn = 0; isWriting; turn++) await move(moved, turn % 2 === 0);
  })();
  await Promise.all([write(moved), write(other)]);
  isWriting = false;
  await moves;
  expect([...new Set(statuses)].filter((status) => status !== 201 && status !== 409)).toEqual([]);
  expect(statuses.filter((status) => status === 201).length).toBeGreaterThanOrEqual(emails.length);
  expect(await wrongRegisters()).toEqual([]);
});
