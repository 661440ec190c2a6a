import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { inheritedEnvironment } from '../src/config.ts';
import { freePort } from '../src/index.ts';
import { root } from '../src/paths.ts';
import { eventually, isAlive } from './eventually.ts';

// Whole stacks come and go here, maybe on a machine that has other things to do.
vi.setConfig({ testTimeout: 120_000 });

const bin = (name: string): string => join(root, `libs/local-stack/bin/${name}.mjs`);
const folder = mkdtempSync(join(tmpdir(), 'representa-test-'));
const dataDir = join(folder, 'data');

interface Outcome {
  code: number;
  output: string;
}

const environment = (port: number, data = dataDir): NodeJS.ProcessEnv => ({
  ...inheritedEnvironment(),
  NODE_ENV: 'development',
  PORT: String(port),
  DATA_DIR: data,
});

const run = (script: string, args: string[], env: NodeJS.ProcessEnv): Promise<Outcome> =>
  new Promise((resolve) => {
    execFile(process.execPath, [bin(script), ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });

/** `npm start` as its user sees it. */
const startStack = async (port: number): Promise<{ child: ChildProcess; output: () => string }> => {
  const child = spawn(process.execPath, [bin('start')], { env: environment(port), stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      text += chunk;
    });
  }
  await eventually(
    'the banner is shown',
    () => {
      if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}:\n${text}`);
      return text.includes('Ctrl-C');
    },
    90_000,
  );
  return { child, output: () => text };
};

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

/** Nothing, when it has gone since it was listed. */
const commandOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
};

const running = (pid: number, what: string): number | undefined =>
  childrenOf(pid).find((child) => commandOf(child).includes(what));

describe.runIf(process.platform === 'linux')('npm start', () => {
  let port: number;
  let stack: Awaited<ReturnType<typeof startStack>>;
  const pid = (): number => stack.child.pid ?? 0;

  beforeAll(async () => {
    port = await freePort();
    stack = await startStack(port);
  });
  afterAll(async () => {
    stack.child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  it('shows a command that works when it is pasted', async () => {
    const command = /^ *(curl .*)$/m.exec(stack.output())?.[1] ?? '';
    const [, key = '', url = ''] = /'x-api-key: (.*)' (\S+)$/.exec(command) ?? [];
    const response = await fetch(url, { headers: { 'x-api-key': key } });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ data: [], total: 0 });
  });

  it('refuses a second stack on the same data', async () => {
    const { code, output } = await run('start', [], environment(await freePort()));
    expect({ code, output }).toEqual({ code: 1, output: expect.stringMatching(/^Representa runs already .*\.\n$/) });
  });

  it('refuses a port that is taken, and leaves nothing behind', async () => {
    const { code, output } = await run('start', [], environment(port, join(folder, 'other')));
    expect({ code, output }).toEqual({ code: 1, output: expect.stringMatching(/^Port \d+ is taken .*\.\n$/) });
    expect(readdirSync(join(folder, 'other'))).toEqual([]);
  });

  it('tells the options', async () => {
    const { code, output } = await run('start', ['--help'], environment(port));
    expect(code).toBe(0);
    for (const word of ['--fresh', '--verbose', 'PORT', 'DATA_DIR', 'DATABASE_URL']) expect(output).toContain(word);
  });

  it('lets companies be made in the running stack', async () => {
    const made = await run('empresas', ['create', 'Padaria Aurora'], environment(port));
    expect(made.code).toBe(0);
    expect((await run('empresas', ['list'], environment(port))).output).toContain('Padaria Aurora');
  });

  it('starts again a process and a server that die', async () => {
    for (const what of ['services/sales/dist/main.js', 'nats-server']) {
      const old = running(pid(), what);
      if (!old) throw new Error(`${what} does not run`);
      process.kill(old, 'SIGKILL');
      await eventually(`${what} runs again`, () => (running(pid(), what) ?? old) !== old, 60_000);
    }
    const told = ['! sales runs again', '! NATS runs again'];
    await eventually('both are said to run', () => told.every((line) => stack.output().includes(line)), 60_000);
  });

  it('ends by SIGTERM with nothing left, and starts again with its data', async () => {
    const children = childrenOf(pid());
    expect(children).toHaveLength(8);
    stack.child.kill('SIGTERM');
    await eventually('it has ended', () => stack.child.exitCode !== null);
    expect(stack.child.exitCode).toBe(0);
    expect(children.filter(isAlive)).toEqual([]);
    expect(readdirSync(dataDir)).not.toContain('stack.json');
    const nothing = await run('empresas', ['list'], environment(port));
    expect(nothing).toEqual({ code: 1, output: expect.stringMatching(/^Nothing runs .*npm start.*\.\n$/) });
    stack = await startStack(port);
    expect((await run('empresas', ['list'], environment(port))).output).toContain('Padaria Aurora');
  });

  it('killed by SIGKILL it leaves nothing running, and the next start does not mind', async () => {
    const children = childrenOf(pid());
    stack.child.kill('SIGKILL');
    await eventually('every child is gone', () => !children.some(isAlive));
    stack = await startStack(port);
    expect((await run('empresas', ['list'], environment(port))).output).toContain('Padaria Aurora');
  });
});
