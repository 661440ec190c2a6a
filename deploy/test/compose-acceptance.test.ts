import { execFile } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeTemporaryFolder } from '@representa/testing';
import { beforeEach, expect, it } from 'vitest';
import { deployFolder } from './deploy-folder.ts';

/** Its containers are healthy at once. It has the base image after a pull, which needs the file `registry`. */
const fakeDocker = `
echo "$*" >>"$FOLDER/calls"
case "$*" in
  *' ps --quiet '*) echo container ;;
  *Health.Status*) echo healthy ;;
  pull*) [ -e "$FOLDER/registry" ] && touch "$FOLDER/pulled" ;;
  'image inspect'*' node:'*) [ -e "$FOLDER/pulled" ] && echo 80000000 ;;
  'image inspect'*) echo 100000000 ;;
esac
`;

let folder: string;
beforeEach(async () => {
  folder = await makeTemporaryFolder();
  mkdirSync(join(folder, 'deploy'));
  for (const file of ['compose-acceptance.sh', 'Dockerfile'])
    cpSync(`${deployFolder}${file}`, join(folder, 'deploy', file));
  symlinkSync(process.execPath, join(folder, 'node'));
  for (const [name, body] of Object.entries({ docker: fakeDocker, openssl: 'echo token', npx: '', curl: '' })) {
    writeFileSync(join(folder, name), `#!/bin/bash\n${body}\n`);
    chmodSync(join(folder, name), 0o755);
  }
});

/** Ends with 1, because the containers have no processes to check. */
const run = async (args: string[] = []) => {
  const env = { FOLDER: folder, PATH: `${folder}:/usr/bin:/bin` };
  const script = join(folder, 'deploy/compose-acceptance.sh');
  const outcome = promisify(execFile)(script, args, { env, timeout: 30_000 });
  const { stdout, stderr } = await outcome.catch((error: { stdout: string; stderr: string }) => error);
  return { stdout, stderr, calls: readFileSync(join(folder, 'calls'), 'utf8') };
};

it.each([
  ['builds the images', [], true],
  ['builds nothing with --no-build', ['--no-build'], false],
])('%s', async (_what, args, builds) => {
  const { calls } = await run(args);
  expect(/^compose .* build$/m.test(calls)).toBe(builds);
  expect(calls).toMatch(/ up --detach --no-build$/m);
});

it('pulls the base image when the builder has kept it to itself, and compares sizes', async () => {
  writeFileSync(join(folder, 'registry'), '');
  const { stdout, stderr } = await run();
  expect(stdout).toMatch(/^clients: its image adds 20 MB to its base$/m);
  expect(stderr).not.toMatch(/SKIPPED/);
});

it('checks everything but the sizes when the base image cannot be pulled', async () => {
  const { stdout, stderr } = await run();
  expect(stderr).toMatch(/SKIPPED: the sizes of the images, because node:\S+ cannot be pulled/);
  expect(stdout).toMatch(/^clients: stopped in \d+ ms$/m);
});
