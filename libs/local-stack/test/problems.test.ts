import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readStartConfig } from '../src/config.ts';
import { emptyDataFolder, isLocked, loadSecrets, prepareDataFolder, takeLock } from '../src/data-folder.ts';
import { startPostgres, startServers } from '../src/index.ts';
import { checkPort, freePort } from '../src/ports.ts';
import { StackProblem } from '../src/problem.ts';

const all = mkdtempSync(join(tmpdir(), 'representa-test-'));
chmodSync(all, 0o755);
afterAll(() => rmSync(all, { recursive: true, force: true }));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(all, 'data-'));
});

/** One line: what is wrong, a colon, and what to do about it. */
const problem = (words: RegExp) =>
  expect.toSatisfy(
    (error: unknown) =>
      error instanceof StackProblem &&
      words.test(error.message) &&
      /: .+\.$/.test(error.message) &&
      !/\n/.test(error.message),
    `a problem with ${words}`,
  );

const caught = async (act: () => unknown): Promise<unknown> => {
  try {
    await act();
  } catch (error) {
    return error;
  }
  return undefined;
};

describe('a data folder that cannot be used', () => {
  it('is a file', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(await caught(() => prepareDataFolder(file))).toEqual(problem(/is a file/));
  });

  it('lies inside a file', async () => {
    writeFileSync(join(folder, 'file'), '');
    expect(await caught(() => prepareDataFolder(join(folder, 'file/data')))).toEqual(
      problem(/cannot be used.*ENOTDIR/),
    );
  });

  it('cannot be written to', async () => {
    // Even root cannot create a folder here.
    expect(await caught(() => prepareDataFolder('/proc/representa'))).toEqual(problem(/cannot be used/));
  });

  it('holds files of somebody else', async () => {
    writeFileSync(join(folder, 'thesis.doc'), 'years of work');
    expect(await caught(() => prepareDataFolder(folder))).toEqual(problem(/thesis\.doc/));
  });

  it('is none that another start is about to lock', () => {
    writeFileSync(join(folder, 'stack.lock.5f0c'), '');
    prepareDataFolder(folder);
  });

  it('has a damaged secrets file', async () => {
    writeFileSync(join(folder, 'secrets.json'), '{ oops');
    expect(await caught(() => startServers({ dataDir: folder }))).toEqual(problem(/secrets\.json/));
  });

  it('was made by another version of PostgreSQL', async () => {
    mkdirSync(join(folder, 'postgres'));
    writeFileSync(join(folder, 'postgres/PG_VERSION'), '15\n');
    const start = () => startPostgres({ dataDir: folder, where: 'machine' });
    expect(await caught(start)).toEqual(problem(/PostgreSQL 15 .* 18/));
  });

  it("has other files in PostgreSQL's folder", async () => {
    mkdirSync(join(folder, 'postgres'));
    writeFileSync(join(folder, 'postgres/letter.txt'), 'Dear Sir');
    const start = () => startPostgres({ dataDir: folder, where: 'machine' });
    expect(await caught(start)).toEqual(problem(/not PostgreSQL's/));
    expect(readdirSync(join(folder, 'postgres'))).toEqual(['letter.txt']);
  });
});

describe('npm start -- --fresh', () => {
  it('deletes nothing in a folder that is not a data folder', () => {
    mkdirSync(join(folder, 'postgres'));
    emptyDataFolder(folder);
    expect(existsSync(join(folder, 'postgres'))).toBe(true);
  });

  it('deletes only what the stack created', () => {
    loadSecrets(folder);
    mkdirSync(join(folder, 'postgres'));
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    emptyDataFolder(folder);
    expect(readdirSync(folder)).toEqual(['notes.txt']);
  });
});

describe('one stack per data folder', () => {
  /** A process that holds the lock, and does nothing else. */
  const holdElsewhere = async (): Promise<ChildProcess> => {
    const file = JSON.stringify(join(folder, 'stack.lock'));
    const script = `const { DatabaseSync } = require('node:sqlite');
      const file = new DatabaseSync(${file}); file.exec('begin exclusive'); console.log('held'); setInterval(() => file, 1_000);`;
    const holder = spawn(process.execPath, ['--eval', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(holder.stdout, 'data');
    return holder;
  };

  it('refuses the second', async () => {
    const lock = takeLock(folder);
    expect(await caught(() => takeLock(folder))).toEqual(problem(/runs already/));
    expect(isLocked(folder)).toBe(true);
    lock.release();
    expect(isLocked(folder)).toBe(false);
    takeLock(folder).release();
    expect(readdirSync(folder)).toEqual(['stack.lock']);
  });

  it('refuses the second also while the first is suspended, and takes over the lock of a killed process', async () => {
    const holder = await holdElsewhere();
    holder.kill('SIGSTOP');
    expect(await caught(() => takeLock(folder))).toEqual(problem(/runs already/));
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    takeLock(folder).release();
  });
});

describe('the public port', () => {
  it.each(['127.0.0.1', '::1'])('is refused when another program listens on %s', async (host) => {
    const taken = await listen(() => {}, host);
    const { port } = taken.address() as { port: number };
    expect(await caught(() => checkPort({ host: '127.0.0.1', port }))).toEqual(problem(/taken.*PORT=\d+ npm start/));
    taken.close();
  });

  it('is accepted when it is free', async () => {
    await checkPort({ host: '127.0.0.1', port: await freePort() });
  });

  it('is refused with a HOST that is not an address of this machine', async () => {
    expect(await caught(() => checkPort({ host: '192.0.2.1', port: 3000 }))).toEqual(problem(/HOST/));
  });
});

describe('settings', () => {
  it.each([
    ['PORT', 'http'],
    ['PORT', '70000'],
    ['PORT', '0'],
    ['DATABASE_URL', 'localhost'],
    ['NATS_URL', 'nats://'],
    ['NODE_ENV', 'staging'],
    ['NODE_ENV', 'Production'],
    ['NODE_ENV', ''],
  ])('%s=%s is refused in one sentence', async (name, value) => {
    vi.stubEnv(name, value);
    expect(await caught(() => readStartConfig([]))).toEqual(problem(new RegExp(name)));
    vi.unstubAllEnvs();
  });

  it('an unknown option is refused in one sentence', async () => {
    expect(await caught(() => readStartConfig(['--frehs']))).toEqual(problem(/--frehs.*--help/));
  });

  it('an external server that does not answer is named', async () => {
    const nowhere = { postgres: 'postgres://127.0.0.1:1/x', nats: 'nats://127.0.0.1:1', redis: 'redis://127.0.0.1:1' };
    const error = await caught(() => startServers({ dataDir: folder, ...nowhere }));
    expect(error).toEqual(problem(/(DATABASE|NATS|REDIS)_URL names 127\.0\.0\.1:1, where nothing answers/));
  });
});

const listen = (answer: (socket: import('node:net').Socket) => void, host = '127.0.0.1'): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer(answer);
    server.once('error', reject);
    server.listen(0, host, () => resolve(server));
  });
