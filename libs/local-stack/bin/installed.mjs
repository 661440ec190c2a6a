// Installs the project's packages when they are missing or differ from package-lock.json, with Node of the version in .nvmrc
// among them, which npm puts first in the PATH of its scripts. Needs only npm and an older Node.
// A shell remembers where it found `node`: behind this script, the scripts of package.json say `env node`.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');
const lockFile = join(root, 'package-lock.json');
const installedFile = join(root, 'node_modules/.package-lock.json');
/** One for each clone, below those of local-stack's servers. */
const lockPort = 10_000 + (createHash('sha256').update(root).digest().readUInt16BE() % 10_000);
const installedNode = join(root, 'node_modules/.bin/node');
const [wantedMajor] = readFileSync(join(root, '.nvmrc'), 'utf8').trim().split('.');
/** The oldest that npm and this script run on. */
const oldestInstaller = '20.19';

const fail = (sentence) => {
  console.error(sentence);
  process.exit(1);
};

const isOlderThan = (version) => {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [wantedMajor, wantedMinor] = version.split('.').map(Number);
  return major < wantedMajor || (major === wantedMajor && minor < wantedMinor);
};

const isOld = isOlderThan(`${wantedMajor}.0`);
/** For other platforms there is no package of Node. */
const hasPackage = process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch);
const needsNewer = (version) =>
  `Representa needs Node ${version} or newer and this is ${process.versions.node}: install a newer one from https://nodejs.org.`;

const checkNode = () => {
  if (process.platform === 'win32') fail('Representa runs on Linux and macOS: on Windows, use it inside WSL.');
  if (isOld && !hasPackage) fail(needsNewer(wantedMajor));
  if (isOlderThan(oldestInstaller)) fail(needsNewer(oldestInstaller));
};

const timeOf = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

const packagesOf = (path) => JSON.parse(readFileSync(path, 'utf8')).packages;

/** Compares npm's list of installed packages with the lock file. Optional packages for other platforms may be absent. */
const isInstalled = () => {
  if (timeOf(installedFile) === 0 || (isOld && !existsSync(installedNode))) return false;
  if (timeOf(installedFile) >= timeOf(lockFile)) return true;
  const installed = packagesOf(installedFile);
  return Object.entries(packagesOf(lockFile)).every(([path, wanted]) => {
    if (path === '') return true;
    const found = installed[path];
    if (!found) return wanted.optional || wanted.devOptional || wanted.peer;
    return found.version === wanted.version && found.integrity === wanted.integrity;
  });
};

/** With development packages even in production: the stack is started by a development tool. */
const flags = ['--include=dev', '--include=optional', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error'];

/**
 * One installation at a time: `npm ci` deletes node_modules. The lock is a UDP port of this machine, which nobody else uses: the
 * kernel gives it back however the process ends.
 */
const tryLock = () =>
  new Promise((resolve) => {
    const socket = createSocket('udp4').once('error', () => resolve(false));
    socket.bind({ port: lockPort, address: '127.0.0.1', exclusive: true }, () => resolve(socket));
  });

const takeLock = async () => {
  for (let tries = 1; ; tries++) {
    const lock = await tryLock();
    if (lock) return lock;
    if (tries === 2) console.log(`… Another start installs packages. Waiting for it (UDP port ${lockPort})`);
    await delay(200);
  }
};

const install = () => {
  const begun = Date.now();
  console.log(`… Packages are missing or outdated. Running: npm ci ${flags.join(' ')}`);
  const { status, stdout, stderr, error } = spawnSync('npm', ['ci', ...flags], { cwd: root, encoding: 'utf8' });
  if (status !== 0) {
    const output = (error?.message ?? stdout + stderr).trim().split('\n').slice(0, 12).join('\n');
    return `${output}\nThe packages could not be installed: see npm's output above, then try again.`;
  }
  if (isOld && !existsSync(installedNode)) return needsNewer(wantedMajor);
  console.log(`✔ Packages installed (${((Date.now() - begun) / 1000).toFixed(0)} s)`);
};

checkNode();
if (!isInstalled()) {
  const lock = await takeLock();
  const failure = isInstalled() ? undefined : install();
  lock.close();
  if (failure) fail(failure);
}
