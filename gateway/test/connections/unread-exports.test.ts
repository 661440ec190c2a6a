import { connect, type Socket } from 'node:net';
import { type StackProcesses, seedDemo, startProcesses } from '@representa/local-stack';
import { startTestStack, type TestStack, until } from '@representa/testing';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';

const attackers = ['demo-empresa-a', 'demo-empresa-inativa'];
const victim = 'demo-empresa-b';
let stack: TestStack;
let system: StackProcesses;

/** More than the buffers between a service and its caller hold. */
const addClients = async (): Promise<void> => {
  const admin = postgres(stack.adminUrl, { max: 1, onnotice: () => {} });
  await admin`update gateway.empresa set ativa = true`;
  await admin`set session_replication_role = replica`;
  await admin`set search_path = clients, extensions`;
  await admin`
    insert into client (empresa_id, id, codigo, nome, email, telefone, endereco, cidade, estado, ativo, created_at, updated_at, change,
      register_id)
    select empresa.id, uuidv7(), n, n, n || '@' || empresa.id, n, repeat('x', 8000), 'Santos', 'SP', true, now(), now(), n, clients.register_of(empresa.id)
    from gateway.empresa cross join generate_series(1, 2500) n where empresa.nome not like '% B'`;
  await admin.end();
};

beforeAll(async () => {
  stack = await startTestStack();
  await seedDemo(stack, 'development');
  await addClients();
  system = await startProcesses(stack, { logLevel: 'error' });
});
afterAll(async () => {
  await system?.stop();
  await stack?.stop();
});

/** Reads a few bytes at a time. */
const exportSlowly = (key: string): { socket: Socket; statusLine: () => string } => {
  const socket = connect(system.gateway.port, '127.0.0.1').on('error', () => {});
  let received = '';
  socket.pause();
  socket.write(`GET /api/v1/clients/export HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\n\r\n`);
  const timer = setInterval(() => {
    received += socket.read(100) ?? '';
  }, 200);
  socket.on('close', () => clearInterval(timer));
  return { socket, statusLine: () => received.slice(0, 12) };
};

const exportStatus = async (): Promise<number> => {
  const answer = await fetch(`${system.url}/api/v1/clients/export`, { headers: { 'x-api-key': victim } });
  await answer.text();
  return answer.status;
};

test('exports that are read a few bytes at a time leave room for those of other companies', async () => {
  const slow = attackers.flatMap((key) => [exportSlowly(key), exportSlowly(key)]);
  await until('all have begun', () => slow.every(({ statusLine }) => statusLine() !== ''), 20_000);
  expect(slow.map(({ statusLine }) => statusLine())).toEqual(slow.map(() => 'HTTP/1.1 200'));
  expect(await exportStatus()).toBe(503);
  await until('another company exports', async () => (await exportStatus()) === 200, 30_000);
  for (const { socket } of slow) socket.destroy();
});
