// Installs the project's packages when they are missing or differ from package-lock.json, with Node of the version in .nvmrc
// among them, which npm puts first in the PATH of its scripts. Needs only npm and an older Node.
// A shell remembers where it found `node`: behind this script, the scripts of package.json say `env node`.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');
const lockFile = join(root, 'package-lock.json');
const installedFile = join(root, 'node_modules/.package-lock.json');
const installLock = join(root, '.installing');
const removal = `${installLock}.removal`;
/** Looking and removing takes a millisecond. A process that took longer was killed on the way. */
const removalMs = 2_000;
const installedNode = join(root, 'node_modules/.bin/node');
const wantedNode = readFileSync(join(root, '.nvmrc'), 'utf8').trim();
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

const [wantedMajor] = wantedNode.split('.');
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

const npm = (...args) =>
  new Promise((resolve) => {
    const child = spawn('npm', [...args, ...flags], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
      });
    }
    child.once('error', (error) => resolve({ ok: false, output: error.message }));
    child.once('close', (code) => resolve({ ok: code === 0, output }));
  });

/** `npm ci` refuses a lock file that lacks the optional packages of another platform; `npm install` accepts it. */
const install = async () => {
  const clean = await npm('ci');
  return clean.ok || !clean.output.includes('EUSAGE') ? clean : npm('install', '--no-save');
};

/** Whether the process that holds the lock was killed. */
const isStale = () => {
  try {
    return !process.kill(Number(readFileSync(installLock, 'utf8')), 0);
  } catch (error) {
    return error.code === 'ESRCH';
  }
};

/** Returns false when the file exists. */
const create = (path) => {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
};

/** Removes a stale lock. One process at a time: a second one could remove the lock that the first has taken since. */
const removeStaleLock = () => {
  if (create(removal)) {
    if (isStale()) rmSync(installLock, { force: true });
    rmSync(removal, { force: true });
  } else {
    const begun = timeOf(removal);
    if (begun > 0 && Math.abs(Date.now() - begun) > removalMs) rmSync(removal, { force: true });
  }
};

/** One installation at a time: `npm ci` deletes node_modules. */
const takeLock = async () => {
  for (let tries = 1; !create(installLock); tries++) {
    if (tries === 2) console.log(`… Another start installs packages. Waiting for it (${installLock})`);
    if (isStale()) removeStaleLock();
    await delay(200);
  }
};

const ensureInstalled = async () => {
  checkNode();
  if (isInstalled()) return;
  await takeLock();
  if (isInstalled()) return rmSync(installLock);
  const begun = Date.now();
  const seconds = () => `${((Date.now() - begun) / 1000).toFixed(0)} s`;
  console.log(`… Packages are missing or outdated. Running: npm ci ${flags.join(' ')}`);
  const ticking =
    process.stdout.isTTY && setInterval(() => process.stdout.write(`\r… Installing packages (${seconds()})`), 1_000);
  const { ok, output } = await install();
  rmSync(installLock, { force: true });
  clearInterval(ticking);
  if (ticking) process.stdout.write('\r\x1b[2K');
  if (!ok)
    fail(
      `${output.trim().split('\n').slice(0, 12).join('\n')}\nThe packages could not be installed: see npm's output above, then try again.`,
    );
  if (isOld && !existsSync(installedNode)) fail(needsNewer(wantedMajor));
  console.log(`✔ Packages installed (${seconds()})`);
};

await ensureInstalled();
