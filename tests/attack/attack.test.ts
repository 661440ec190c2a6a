import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createApi } from '@representa/client';
import { type StackProcesses, startWholeStack } from '@representa/local-stack';
import { clientBody, residentMegabytes, until } from '@representa/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Experience, makeCaller } from './caller.ts';
import { connections, seconds } from './config.ts';

const [attacker, victim] = ['demo-empresa-a', 'demo-empresa-b'];
const mostMegabytes = 400;
/** The first requests of an attack come all at once, and are read within this time. */
const firstMs = 500;
/** Before and after an attack. */
const quietMs = 300;
/** Below this, a few seconds measure what else the machine does. */
const leastLimitMs = 100;

const shown = ({ answers, tail }: Experience): string => `${answers} answers, tail ${tail.toFixed(0)} ms`;

let system: StackProcesses;
let caller: ReturnType<typeof makeCaller>;
let quiet: Experience;
let attack: ChildProcess | undefined;

const begin = async (name: string): Promise<void> => {
  const script = fileURLToPath(new URL('./attacks.mjs', import.meta.url));
  attack = fork(script, [name, String(system.gateway.port), String(connections), attacker]);
  await Promise.race([
    once(attack, 'message'),
    once(attack, 'exit').then(() => {
      throw new Error(`the attack "${name}" could not begin`);
    }),
  ]);
};

const end = async (): Promise<void> => {
  if (!attack) return;
  const ended = once(attack, 'exit');
  attack.kill('SIGKILL');
  attack = undefined;
  await ended;
};

/** As many items as a sale may have. */
const addLargeSales = async (): Promise<void> => {
  const { POST } = createApi({ baseUrl: system.url, apiKey: attacker });
  const { body: client } = await POST('/api/v1/clients', { body: clientBody() });
  const { body: representada } = await POST('/api/v1/representadas', { body: { nome: 'Fábrica' } });
  const itens = Array.from({ length: 1_000 }, (_, n) => ({ produtoId: `P-${n}`, quantidade: 1, valorUnitario: 1.5 }));
  const body = { clienteId: client.data.id, representadaId: representada.data.id, itens };
  for (let count = 0; count < 10; count++) await POST('/api/v1/sales', { body });
};

beforeAll(async () => {
  // Without rate limits, which would refuse most of an attack: pacing and shares alone must keep the others served.
  system = await startWholeStack({ env: { RATE_LIMIT: '0' } });
  caller = makeCaller(system.gateway.port);
  // Large replies for slow readers.
  const long = { endereco: 'x'.repeat(200), cidade: 'y'.repeat(90) };
  for (let count = 0; count < 100; count++) await caller.send('POST', '/clients', attacker, clientBody(long));
  await addLargeSales();
  await caller.work(victim, 1_000);
});
afterAll(() => system?.stop());

beforeEach(async () => {
  // The attack before may have failed its test, and be felt for a while.
  await until(
    'the system is quiet',
    async () => {
      quiet = await caller.work(victim, quietMs);
      return quiet.tail < leastLimitMs;
    },
    20_000,
  );
  expect(quiet.failures).toEqual([]);
});

afterEach(end);

test.each([
  'slow headers',
  'slow bodies',
  'silent bodies',
  'pipelining without reading',
  'slow reading of large replies',
  'leaving before the answer',
  'pages without a key',
  'bodies in tiny chunks',
  'bodies in tiny chunks without a key',
  'JSON of many values',
  'sales of many faulty items',
  'wrong keys',
  'oversized bodies',
  'statements of blank lines',
  'imports of blank lines',
  'following large pages',
  'one company at ten times its share',
])(
  '%s: another company is served as well as before',
  async (name) => {
    await begin(name);
    let most = 0;
    const looking = setInterval(() => {
      most = Math.max(most, residentMegabytes(system.gateway.pid() ?? 0));
    }, 100);
    // No request may fail meanwhile; latency is judged afterwards.
    const atFirst = await caller.work(victim, firstMs);
    const during = await caller.work(victim, seconds * 1_000);
    clearInterval(looking);
    await end();
    process.stdout.write(`${name}: ${shown(during)}; before ${shown(quiet)}; ${most.toFixed(0)} MB\n`);
    expect([...atFirst.failures, ...during.failures]).toEqual([]);
    expect(during.tail).toBeLessThan(Math.max(5 * quiet.tail, leastLimitMs));
    expect(most).toBeLessThan(mostMegabytes);
    await until(
      'all is as before',
      async () => (await caller.work(victim, quietMs)).tail < Math.max(2 * quiet.tail, 50),
      2_000,
    );
    await until(
      'the attacker is served again',
      async () => (await caller.work(attacker, 200)).failures.length === 0,
      10_000,
    );
  },
  seconds * 1_000 + 25_000,
);
