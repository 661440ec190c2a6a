import { relative } from 'node:path';
import { startTestStack } from '@representa/testing';
import { expect, test } from 'vitest';
import { environmentOf, startProcess, workspaceOf } from '../src/index.ts';
import { builder, root } from '../src/paths.ts';

test('what npm run dev builds is built again only after a change, and runs', async () => {
  const { makeRebuild } = await builder();
  const rebuild = await makeRebuild(relative(root, workspaceOf('catalog')));
  expect([await rebuild(), await rebuild()]).toEqual([true, false]);
  const stack = await startTestStack();
  const env = environmentOf('catalog', stack, { env: { REQUEST_TIMEOUT_MS: '3600000' } });
  const started = await startProcess('catalog', env, { bundle: 'dist/dev' });
  expect((await fetch(`${started.url}/healthz`)).status).toBe(200);
  await started.stop();
  await stack.stop();
});
