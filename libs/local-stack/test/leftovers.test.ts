import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { type BuildOptions, build } from 'esbuild';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { root } from '../src/paths.ts';
import { eventually, isAlive } from './eventually.ts';

// Whole stacks come and go here, maybe on a machine that has other things to do.
vi.setConfig({ testTimeout: 120_000 });

const folder = mkdtempSync(join(tmpdir(), 'representa-test-'));
// Beside the real bundles, where packages and the project's root can be found.
const script = join(root, `libs/local-stack/dist/leftovers-${process.pid}.mjs`);

const program = `
  import { startProcess, startServers } from ${JSON.stringify(join(root, 'libs/local-stack/src/index.ts'))};
  const servers = await startServers();
  const stub = await startProcess('sales', {}, { script: ${JSON.stringify(join(folder, 'stub.mjs'))} });
  const pids = [servers.postgres, servers.nats, servers.redis, stub].map((one) => one.pid());
  console.log(JSON.stringify(pids));
  setInterval(() => {}, 1_000);
`;

const stub = `
  import { createServer } from 'node:http';
  createServer((request, response) => response.end('ready')).listen(process.env.PORT, '127.0.0.1');
`;

beforeAll(async () => {
  writeFileSync(join(folder, 'stub.mjs'), stub);
  const { nodeBundle, notBundled } = (await import(pathToFileURL(join(root, 'esbuild.config.mjs')).href)) as {
    nodeBundle: BuildOptions;
    notBundled: string[];
  };
  await build({
    ...nodeBundle,
    stdin: { contents: program, loader: 'ts', resolveDir: root },
    outfile: script,
    external: notBundled,
  });
});

afterAll(() => {
  rmSync(script, { force: true });
  rmSync(folder, { recursive: true, force: true });
});

/** But for the ports it had reserved, which are anybody's as soon as it is dead. */
const leftIn = (temporary: string): string[] =>
  readdirSync(temporary).filter((name) => !name.startsWith('representa-ports-'));

const startParent = async (): Promise<{ parent: ChildProcess; pids: number[]; temporary: string }> => {
  const temporary = mkdtempSync(join(folder, 'tmp-'));
  const parent = spawn(process.execPath, [script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: '/usr/bin:/bin', TMPDIR: temporary },
  });
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: parent.stdout as NodeJS.ReadableStream }).once('line', resolve);
    parent.once('exit', (code) => reject(new Error(`the parent ended with ${code}`)));
  });
  return { parent, pids: JSON.parse(line) as number[], temporary };
};

it.each(['SIGKILL', 'SIGTERM'] as const)('a parent that dies by %s takes all it started with it', async (signal) => {
  const { parent, pids, temporary } = await startParent();
  expect(pids).toHaveLength(4);
  expect(pids.every(isAlive)).toBe(true);
  parent.kill(signal);
  await eventually('every child is gone', () => !pids.some(isAlive));
  await eventually('the temporary folder is gone', () => leftIn(temporary).length === 0);
});

it('also when a child is suspended', async () => {
  const { parent, pids } = await startParent();
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  parent.kill('SIGKILL');
  await eventually('every child is gone', () => !pids.some(isAlive));
});
