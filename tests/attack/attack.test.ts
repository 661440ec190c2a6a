import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createApi } from '@representa/client';
import { type ProcessName, processes } from '@representa/contracts';
import { type StackProcesses, startWholeStack } from '@representa/local-stack';
import { clientBody, residentMegabytes, until } from '@representa/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Experience, makeCaller } from './caller.ts';
import { connections, maxMegabytes, minLimitMs, seconds } from './config.ts';

const [attacker, victim] = ['demo-empresa-a', 'demo-empresa-b'];
/** The first requests of an attack come all at once, and are read within this time. */
const firstMs = 500;
/** Before and after an attack. */
const quietMs = 300;

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

/** The number of replies of each status. */
const repliesToAttacker = async (): Promise<Record<string, number>> => {
  const reported = once(attack as ChildProcess, 'message');
  attack?.send('report');
  const [replies] = await reported;
  return replies;
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
  // Its products do not exist, which a strict caller would be told.
  const headers = { prefer: 'handling=lenient' };
  const { body: client } = await POST('/api/v1/clients', { body: clientBody() });
  const { body: representada } = await POST('/api/v1/representadas', { body: { nome: 'Fábrica' } });
  const itens = Array.from({ length: 1_000 }, (_, n) => ({ produtoId: `P-${n}`, quantidade: 1, valorUnitario: 1.5 }));
  const body = { clienteId: client.data.id, representadaId: representada.data.id, itens };
  for (let count = 0; count < 10; count++) await POST('/api/v1/sales', { body, headers });
};

beforeAll(async () => {
  // Without rate limits, which would refuse most of an attack: pacing and shares alone must keep the others served.
  system = await startWholeStack({ env: { RATE_LIMIT: '0' } });
  caller = makeCaller(system.gateway.port);
  // Large replies for slow readers.
  const long = { endereco: 'x'.repeat(200), cidade: 'y'.repeat(90) };
  const sent = Array.from({ length: 100 }, () => caller.send('POST', '/clients', attacker, clientBody(long)));
  const statuses = (await Promise.all(sent)).map(({ status }) => status);
  expect(statuses.filter((status) => status !== 201)).toEqual([]);
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
      return quiet.tail < minLimitMs;
    },
    20_000,
  );
  expect(quiet.failures).toEqual([]);
});

afterEach(end);

/** Every attacker may be refused: as malformed or wrong, too slow, too large, too often, or because a part is busy. */
const refusals = [400, 401, 408, 413, 429, 503];

/** With which other statuses the attacker is answered. At least one of them comes. */
const attacks: Record<string, number[]> = {
  'slow headers': [],
  'slow bodies': [],
  'silent bodies': [],
  'pipelining without reading': [],
  'slow reading of large replies': [200],
  'leaving before the answer': [200, 201, 404],
  'pages without a key': [200],
  'bodies in tiny chunks': [400],
  // The 401 waits until the bytes are paid for, so that the limit of chunks may come before it, and the test's end before both.
  'bodies in tiny chunks without a key': [],
  'JSON of many values': [400],
  'sales of many faulty items': [400],
  // Looked up, until there were too many guesses.
  'wrong keys': [401],
  'oversized bodies': [413],
  'statements of blank lines': [200],
  'imports of blank lines': [200],
  'following large pages': [200],
  'exports and long searches': [200],
  'one company with twice the requests that may wait': [200],
  // The last, because it leaves the attacker with many clients.
  'imports of many clients': [200],
};

test.each(Object.entries(attacks))(
  '%s: another company is served as well as before',
  async (name, expected) => {
    await begin(name);
    const max = Object.fromEntries(processes.map((process) => [process, 0])) as Record<ProcessName, number>;
    const looking = setInterval(() => {
      for (const each of processes) max[each] = Math.max(max[each], residentMegabytes(system[each].pid() ?? 0));
    }, 100);
    // No request may fail meanwhile; latency is judged afterwards.
    const atFirst = await caller.work(victim, firstMs);
    const during = await caller.work(victim, seconds * 1_000);
    clearInterval(looking);
    let replies: Record<string, number> = {};
    const hasMet = (status: number): boolean => replies[status] !== undefined;
    // Otherwise the attack was another one than its name says.
    await until('the attacker is answered as expected', async () => {
      replies = await repliesToAttacker();
      return expected.length === 0 || expected.some(hasMet);
    });
    await end();
    const megabytes = processes.map((each) => `${each} ${max[each].toFixed(0)} MB`).join(', ');
    const statuses = Object.entries(replies).map(([status, count]) => `${count} of ${status}`);
    process.stdout.write(
      `${name}: ${shown(during)}; before ${shown(quiet)}; ${megabytes}; the attacker met ${statuses.join(', ') || 'no reply'}\n`,
    );
    expect([...expected, ...refusals]).toEqual(expect.arrayContaining(Object.keys(replies).map(Number)));
    expect([...atFirst.failures, ...during.failures]).toEqual([]);
    expect(during.tail).toBeLessThan(Math.max(5 * quiet.tail, minLimitMs));
    expect(Math.max(...Object.values(max))).toBeLessThan(maxMegabytes);
    await until(
      'all is as before',
      async () => (await caller.work(victim, quietMs)).tail < Math.max(2 * quiet.tail, 50),
      2_000,
    );
    await until(
      'the attacker is served again',
      async () => (await caller.work(attacker, 100)).failures.length === 0,
      10_000,
    );
  },
  seconds * 1_000 + 25_000,
);
