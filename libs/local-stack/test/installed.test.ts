import { execFile, spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeTemporaryFolder, until } from '@representa/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { searchPath } from '../src/config.ts';
import { root } from '../src/paths.ts';

let clone: string;
/** Whether npm finds a package with Node for this machine. */
let bringsNode: boolean;
const installedNode = (): string => join(clone, 'node_modules/.bin/node');
const script = 'libs/local-stack/bin/installed.mjs';

/** A clone without packages, and an npm that takes a while. */
beforeEach(async () => {
  clone = await makeTemporaryFolder();
  bringsNode = true;
  mkdirSync(join(clone, 'libs/local-stack/bin'), { recursive: true });
  cpSync(join(root, script), join(clone, script));
  writeFileSync(join(clone, 'package-lock.json'), '{ "packages": {} }');
  writeFileSync(join(clone, '.nvmrc'), process.versions.node);
  const npm = `#!/bin/sh
echo "$1" >>ran
sleep 1
mkdir -p node_modules/.bin
[ -z "$BRINGS_NODE" ] || touch node_modules/.bin/node
echo '{ "packages": {} }' >node_modules/.package-lock.json
`;
  writeFileSync(join(clone, 'npm'), npm);
  chmodSync(join(clone, 'npm'), 0o755);
});

const start = () =>
  promisify(execFile)(process.execPath, [join(clone, script)], {
    env: { PATH: `${clone}:${searchPath()}`, BRINGS_NODE: bringsNode ? 'yes' : '' },
  });

it('two first starts at once install the packages once', async () => {
  const outputs = (await Promise.all([start(), start()])).map(({ stdout }) => stdout);
  expect(readFileSync(join(clone, 'ran'), 'utf8')).toBe('ci\n');
  expect(outputs.filter((text) => text.includes('Another start installs packages'))).toHaveLength(1);
});

it('of several that wait for one that is killed, one installs', async () => {
  const killed = spawn(process.execPath, [join(clone, script)], { env: { PATH: `${clone}:${searchPath()}` } });
  await until('it installs', () => existsSync(join(clone, 'ran')));
  const waiting = Promise.all([start(), start(), start()]);
  killed.kill('SIGKILL');
  await waiting;
  expect(readFileSync(join(clone, 'ran'), 'utf8')).toMatch(/^(ci\n){1,2}$/);
});

describe('on a Node that is older than .nvmrc', () => {
  beforeEach(() => writeFileSync(join(clone, '.nvmrc'), '99.1.0'));

  it.runIf(process.platform === 'linux')(
    'installs the newer one, also beside packages that are up to date',
    async () => {
      mkdirSync(join(clone, 'node_modules'));
      writeFileSync(join(clone, 'node_modules/.package-lock.json'), '{ "packages": {} }');
      await start();
      expect(existsSync(installedNode())).toBe(true);
      await start();
      expect(readFileSync(join(clone, 'ran'), 'utf8')).toBe('ci\n');
    },
  );

  it('says so where npm has none for this machine', async () => {
    bringsNode = false;
    await expect(start()).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^Representa needs Node 99 or newer and this is \S+: install a newer one from \S+\n$/,
      ),
    });
  });
});
