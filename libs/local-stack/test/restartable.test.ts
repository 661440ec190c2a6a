import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeTemporaryFolder } from '@representa/testing';
import { expect, test } from 'vitest';
import { launchChild, type Running } from '../src/children/child.ts';
import { makeRestartable } from '../src/children/restartable.ts';

test('a second start waits until the first one is ready', async () => {
  let launched = 0;
  let isReady = false;
  const running: Running = { pid: 1, exited: new Promise(() => {}), kill: async () => {}, stop: async () => {} };
  const server = makeRestartable({
    name: 'Example',
    launch: async () => {
      launched++;
      return running;
    },
    isReady: async () => isReady,
    output: async () => '',
  });
  const first = server.start();
  await new Promise((resolve) => setImmediate(resolve));
  let isSecondOver = false;
  const second = server.start().then(() => {
    isSecondOver = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(isSecondOver).toBe(false);
  isReady = true;
  await Promise.all([first, second]);
  await server.start();
  expect(launched).toBe(1);
});

test('the log of a server that ended stays when it is started again', async () => {
  const file = join(await makeTemporaryFolder(), 'example.log');
  for (const word of ['first', 'second']) {
    const command = { program: 'echo', args: [word] };
    await launchChild(command, { stage: 'server', plan: [], output: { file } }).exited;
  }
  expect([readFileSync(`${file}.old`, 'utf8'), readFileSync(file, 'utf8')]).toEqual(['first\n', 'second\n']);
});
