import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { until } from '@representa/testing';
import { type BuildOptions, build } from 'esbuild';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { isAlive, signalIfAlive } from '../src/children/system.ts';
import { root } from '../src/paths.ts';

// Each test starts three servers, perhaps on a busy machine.
vi.setConfig({ testTimeout: 60_000 });
const startDeadlineMs = 30_000;

const folder = mkdtempSync(join(tmpdir(), 'representa-test-'));
// Beside the real bundles, where imports of packages and of the project's root resolve.
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

const startParent = async (): Promise<{ parent: ChildProcess; pids: number[]; temporary: string }> => {
  const temporary = mkdtempSync(join(folder, 'tmp-'));
  const parent = spawn(process.execPath, [script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: '/usr/bin:/bin', TMPDIR: temporary },
  });
  let pids: number[] | undefined;
  createInterface({ input: parent.stdout }).once('line', (line) => {
    pids = JSON.parse(line) as number[];
  });
  await until(
    'the parent has started its children',
    () => {
      if (parent.exitCode !== null) throw new Error(`the parent ended with ${parent.exitCode}`);
      return pids !== undefined;
    },
    startDeadlineMs,
  );
  return { parent, pids: pids ?? [], temporary };
};

/** Those of PostgreSQL. */
const childrenOf = (pid: number): number[] =>
  process.platform === 'linux'
    ? readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
    : [];

it.each([
  ['SIGTERM', 'running'],
  ['SIGKILL', 'suspended'],
] as const)('after %s to the parent, its %s children and their folders are gone', async (signal, are) => {
  const { parent, pids, temporary } = await startParent();
  expect(pids).toHaveLength(4);
  expect(pids.every(isAlive)).toBe(true);
  // PostgreSQL's own may end at any time.
  const all = [...pids, ...pids.flatMap(childrenOf)].filter(isAlive);
  expect(readdirSync(temporary)).not.toEqual([]);
  if (are === 'suspended') for (const pid of all) signalIfAlive(pid, 'SIGSTOP');
  parent.kill(signal);
  await until('every child is gone', () => !all.some(isAlive));
  await until('nothing is left in the temporary folder', () => readdirSync(temporary).length === 0);
});
