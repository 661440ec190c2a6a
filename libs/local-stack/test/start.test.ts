import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clientBody, until } from '@representa/testing';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { isAlive } from '../src/children/system.ts';
import { inheritedEnvironment } from '../src/config.ts';
import { freePort } from '../src/index.ts';
import { root } from '../src/paths.ts';

// Each test may start a whole stack, perhaps on a busy machine.
vi.setConfig({ testTimeout: 90_000 });
const startDeadlineMs = 60_000;
const commandDeadlineMs = 30_000;

const bin = join(root, 'libs/local-stack/bin/run.mjs');
const folder = mkdtempSync(join(tmpdir(), 'representa-test-'));
const dataDir = join(folder, 'data');

interface Outcome {
  code: number;
  output: string;
}

/** What the shell of the test may have of another system, whose database would be migrated. */
const noOtherSystem = Object.fromEntries(
  ['DATABASE_URL', 'NATS_URL', 'REDIS_URL', 'HOST', 'RATE_LIMIT', 'ADMIN_TOKEN', 'ADMIN_HOST', 'ADMIN_PORT'].map(
    (name) => [name, ''],
  ),
);

const environment = (port: number, data = dataDir): NodeJS.ProcessEnv => ({
  ...inheritedEnvironment(),
  NODE_ENV: 'development',
  PORT: String(port),
  DATA_DIR: data,
  ...noOtherSystem,
  // Of another system: the private database is migrated, and not this one.
  DIRECT_DATABASE_URL: 'postgres://127.0.0.1:1/other',
});

const run = (script: string, args: string[], env: NodeJS.ProcessEnv): Promise<Outcome> =>
  new Promise((resolve) => {
    execFile(process.execPath, [bin, script, ...args], { env, timeout: commandDeadlineMs }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr }),
    );
  });

/** Runs what `npm start` runs, and waits for its banner. */
const startStack = async (
  port: number,
  further: NodeJS.ProcessEnv = {},
): Promise<{ child: ChildProcess; output: () => string }> => {
  const env = { ...environment(port), ...further };
  const child = spawn(process.execPath, [bin, 'start'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      text += chunk;
    });
  }
  await until(
    'the banner is shown',
    () => {
      if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}:\n${text}`);
      return text.includes('Ctrl-C');
    },
    startDeadlineMs,
  );
  return { child, output: () => text };
};

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

/** Empty when the process has ended since it was listed. */
const commandOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
};

const findChild = (pid: number, command: string): number | undefined =>
  childrenOf(pid).find((child) => commandOf(child).includes(command));

describe.runIf(process.platform === 'linux')('npm start', () => {
  let port: number;
  let stack: Awaited<ReturnType<typeof startStack>>;
  const pid = (): number => stack.child.pid ?? 0;

  beforeAll(async () => {
    port = await freePort();
    stack = await startStack(port);
  });
  afterAll(async () => {
    const children = stack ? childrenOf(pid()) : [];
    stack?.child.kill('SIGKILL');
    // The guard stops PostgreSQL, which writes its files until then.
    await until('every child is gone', () => !children.some(isAlive), 20_000);
    rmSync(folder, { recursive: true, force: true });
  });

  it('shows a curl command that works', async () => {
    const command = /^ *(curl .*)$/m.exec(stack.output())?.[1] ?? '';
    const [, key = '', url = ''] = /'x-api-key: (.*)' (\S+)$/.exec(command) ?? [];
    const response = await fetch(url, { headers: { 'x-api-key': key } });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ total: 60 });
    // The rate limit is off on a developer's machine.
    expect(response.headers.get('ratelimit')).toBeNull();
  });

  it('refuses a second stack on the same data', async () => {
    const { code, output } = await run('start', [], environment(await freePort()));
    expect({ code, output }).toEqual({ code: 1, output: expect.stringMatching(/^Representa runs already .*\.\n$/) });
  });

  it('refuses a port that is in use, and creates no data', async () => {
    const { code, output } = await run('start', [], environment(port, join(folder, 'other')));
    expect({ code, output }).toEqual({ code: 1, output: expect.stringMatching(/^Port \d+ is taken .*\.\n$/) });
    expect(readdirSync(join(folder, 'other'))).toEqual(['stack.lock']);
  });

  it('refuses a port of the operator’s API that is in use', async () => {
    const admin = { ADMIN_TOKEN: 'x'.repeat(32), ADMIN_PORT: String(port) };
    const { code, output } = await run('start', [], {
      ...environment(await freePort(), join(folder, 'other')),
      ...admin,
    });
    expect({ code, output }).toEqual({
      code: 1,
      output: expect.stringMatching(/^Port \d+ is taken .* ADMIN_PORT=\d+ npm start\.\n$/),
    });
  });

  it('says which database it prepares when DATABASE_URL names one', async () => {
    const refused = Object.assign(new URL(inject('postgres').url), { password: 'wrong' });
    const env = { ...environment(await freePort(), join(folder, 'external')), DATABASE_URL: refused.href };
    const { code, output } = await run('start', [], env);
    expect(code).toBe(1);
    expect(output).toContain(
      `… Preparing the database ${refused.pathname.slice(1)} at ${refused.host} (DATABASE_URL)\n`,
    );
    expect(output).toContain('DATABASE_URL cannot be used (password authentication failed');
    expect(output).not.toContain('wrong');
  });

  it('shows its options with --help', async () => {
    const { code, output } = await run('start', ['--help'], environment(port));
    expect(code).toBe(0);
    for (const word of ['--fresh', '--verbose', 'PORT', 'DATA_DIR', 'DATABASE_URL']) expect(output).toContain(word);
  });

  it('npm run empresas creates and lists companies of the running stack', async () => {
    const created = await run('empresas', ['create', 'Padaria Aurora'], environment(port));
    expect(created.code).toBe(0);
    expect((await run('empresas', ['list'], environment(port))).output).toContain('Padaria Aurora');
  });

  it('npm run empresas loads an index, by which overdue commissions are corrected', async () => {
    const api = async (path: string, body?: object) => {
      const response = await fetch(`http://localhost:${port}/api/v1${path}`, {
        headers: { 'x-api-key': 'demo-empresa-b', ...(body && { 'content-type': 'application/json' }) },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      });
      // biome-ignore lint/suspicious/noExplicitAny: each request has another reply
      return ((await response.json()) as { data: any }).data;
    };
    const monthsAgo = (count: number): string => {
      const now = new Date();
      return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count, 10)).toISOString().slice(0, 7);
    };
    const [client, representada] = [
      await api('/clients', clientBody()),
      await api('/representadas', { nome: 'Aurora', comissao: 5 }),
    ];
    const itens = [{ produtoId: 'A', quantidade: 1, valorUnitario: 100 }];
    await api('/sales', { clienteId: client.id, representadaId: representada.id, data: `${monthsAgo(4)}-10`, itens });
    const overdue = `/commissions?situacao=vencida&representada_id=${representada.id}`;
    expect(await api(overdue)).toEqual([expect.not.objectContaining({ fator: expect.anything() })]);

    const file = join(folder, 'inpc.csv');
    const load = () => run('empresas', ['index', 'load', 'inpc', file], environment(port));
    writeFileSync(file, 'mes;fator\n2026-09;caro\n');
    expect(await load()).toEqual({ code: 1, output: expect.stringContaining('Line 2 has no month and factor') });
    writeFileSync(file, `mes;fator\r\n${[3, 2, 1, 0].map((count) => `${monthsAgo(count)};1,01\r\n`).join('')}`);
    expect(await load()).toEqual({ code: 0, output: expect.stringContaining('Loaded 4 month(s) of inpc.') });
    // Of the three full months since it was due. In the first hours of a month, UTC is one month ahead of the company.
    const [{ fator, valor_corrigido }] = await api(overdue);
    expect([1.0201, 1.030301]).toContain(fator);
    expect(valor_corrigido).toBe(Math.round(500 * fator) / 100);
  });

  it('restarts a process and a server that were killed', async () => {
    for (const command of ['services/sales/dist/main.js', 'nats-server']) {
      const old = findChild(pid(), command);
      if (!old) throw new Error(`${command} does not run`);
      process.kill(old, 'SIGKILL');
      await until(`${command} runs again`, () => (findChild(pid(), command) ?? old) !== old, startDeadlineMs);
    }
    const lines = ['! sales runs again', '! NATS runs again'];
    await until('both restarts are reported', () => lines.every((line) => stack.output().includes(line)));
  });

  it('after SIGTERM no process is left, and the next start has the same data', async () => {
    const children = childrenOf(pid());
    expect(children).toHaveLength(8);
    stack.child.kill('SIGTERM');
    await until('npm start has ended', () => stack.child.exitCode !== null, 20_000);
    expect(stack.child.exitCode).toBe(0);
    expect(children.filter(isAlive)).toEqual([]);
    expect(readdirSync(dataDir)).not.toContain('stack.json');
    const refused = await run('empresas', ['list'], environment(port));
    expect(refused).toEqual({ code: 1, output: expect.stringMatching(/^Nothing runs .*npm start.*\.\n$/) });
    stack = await startStack(port);
    expect((await run('empresas', ['list'], environment(port))).output).toContain('Padaria Aurora');
  });

  it('after SIGKILL no process is left, and the next start works', async () => {
    const children = childrenOf(pid());
    stack.child.kill('SIGKILL');
    await until('every child is gone', () => !children.some(isAlive), 20_000);
    stack = await startStack(port, { HOST: '127.0.0.2' });
    expect((await run('empresas', ['list'], environment(port))).output).toContain('Padaria Aurora');
  });

  it('after SIGKILL to it and its guard, the next start ends what they left, and no other process', async () => {
    const children = childrenOf(pid());
    const guard = findChild(pid(), 'guard-main.ts') ?? 0;
    for (const killed of [guard, pid()]) process.kill(killed, 'SIGKILL');
    await until('the parent is gone', () => !isAlive(pid()));
    const left = children.filter((child) => child !== guard);
    expect(left.every(isAlive)).toBe(true);
    // A process that has got the pid of a child since.
    const list = join(dataDir, 'children.json');
    const [first, ...others] = JSON.parse(readFileSync(list, 'utf8')) as { pid: number }[];
    const bystander = spawn('sleep', ['60']);
    writeFileSync(list, JSON.stringify([first, ...others, { ...first, pid: bystander.pid }]));
    stack = await startStack(port, { HOST: '127.0.0.2' });
    expect(left.filter(isAlive)).toEqual([]);
    expect(isAlive(bystander.pid ?? 0)).toBe(true);
    bystander.kill();
    expect((await run('empresas', ['list'], environment(port))).output).toContain('Padaria Aurora');
  });

  it('listens on the address in HOST, and on no other', async () => {
    const url = `http://127.0.0.2:${port}`;
    expect(stack.output()).toContain(`Representa is ready at ${url}`);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    await expect(fetch(`http://127.0.0.1:${port}/readyz`)).rejects.toThrow();
  });
});
