import { randomUUID } from 'node:crypto';
import { moveRegister } from '@representa/contracts';
import { connectMessaging } from '@representa/messaging';
import { makeLogger } from '@representa/telemetry';
import { startTestStack, type TestStack, until } from '@representa/testing';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { runCommandLine } from '../../src/command/command-line.ts';
import { makeMoveRegister } from '../../src/command/move-register.ts';
import { createEmpresa, makeTestCommands, openEmpresas } from '../gateway.ts';

let stack: TestStack;
let opened: ReturnType<typeof openEmpresas>;
let stop: () => Promise<unknown>;
/** What each service was told, and what it answers. */
let told: string[];
let taken: { clients: string[]; catalog: string[] };

beforeAll(async () => {
  stack = await startTestStack();
  opened = openEmpresas(stack);
  const services = (['clients', 'catalog'] as const).map((process) => {
    const messaging = connectMessaging({ url: stack.natsUrl(process), process, log: makeLogger('test', 'silent') });
    messaging.answer(moveRegister[process], async ({ isOwn }) => {
      told.push(`${process} ${isOwn ? 'own' : 'shared'}`);
      return { taken: isOwn ? [] : taken[process] };
    });
    messaging.startAnswering();
    return messaging;
  });
  await until('the services are there', () => services.every(({ connected }) => connected));
  stop = () => Promise.all(services.map((messaging) => messaging.close()));
});
afterAll(async () => {
  await stop();
  await opened.database.end();
  await stack.stop();
});
beforeEach(() => {
  told = [];
  taken = { clients: [], catalog: [] };
});

const run = async (...args: string[]) => {
  const out = vi.spyOn(console, 'log').mockReturnValue();
  const err = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => void vi.restoreAllMocks());
  const move = makeMoveRegister({ NATS_URL: stack.natsUrl('gateway') });
  const commands = makeTestCommands(
    opened.database,
    async () => true,
    'test',
    async () => [],
    undefined,
    move,
  );
  const code = await runCommandLine(args, (use) => use(commands));
  const said = [...out.mock.calls, ...err.mock.calls].flat().join('\n');
  vi.restoreAllMocks();
  return { code, said };
};
const isOwn = async (id: string) =>
  (await opened.empresas.read({ deadline: performance.now() + 5_000 }, id))?.registro_proprio;

test('a company gets a register of its own, and goes back to the shared one', async () => {
  const { id } = await createEmpresa(opened.empresas);
  expect(await isOwn(id)).toBe(false);
  expect(await run('set', id, '--own-register')).toEqual({ code: 0, said: `${id} has its own register.` });
  expect(told).toEqual(['catalog own', 'clients own']);
  expect(await isOwn(id)).toBe(true);
  expect((await run('list')).said).toMatch(new RegExp(`${id}.* own\\n`));
  expect((await run('set', id, '--shared-register')).said).toBe(`${id} has the shared register.`);
  expect(await isOwn(id)).toBe(false);
});

test.each(['clients', 'catalog'] as const)('when something clashes in %s, both stay in their own', async (service) => {
  const { id } = await createEmpresa(opened.empresas);
  await run('set', id, '--own-register');
  told = [];
  taken[service] = ['a@x.com.br', 'b'];
  const { code, said } = await run('set', id, '--shared-register');
  const kind = service === 'clients' ? 'email' : 'product';
  expect([code, said]).toEqual([
    1,
    `Other companies of the shared register have the ${kind} a@x.com.br, the ${kind} b. Nothing was changed.`,
  ]);
  const other = service === 'clients' ? 'catalog' : 'clients';
  expect(told).toEqual(['catalog shared', 'clients shared', `${other} own`]);
  expect(await isOwn(id)).toBe(true);
});

test('what is no such command is refused, and asks nobody', async () => {
  const { id } = await createEmpresa(opened.empresas);
  const needs = '"set" needs --own-register or --shared-register.';
  for (const options of [[], ['--own-register', '--shared-register']])
    expect(await run('set', id, ...options)).toEqual({ code: 1, said: needs });
  const unknown = randomUUID();
  expect((await run('set', unknown, '--own-register')).said).toContain(`There is no empresa with the id ${unknown}`);
  expect((await run('set', 'x', '--own-register')).said).toContain('There is no empresa with the id x');
  expect((await run('list', '--own-register')).said).toContain('Only "set" takes --own-register');
  expect(told).toEqual([]);
});
