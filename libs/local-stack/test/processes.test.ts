import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeTemporaryFolder } from '@representa/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Addresses, environmentOf, startProcess } from '../src/index.ts';

const stub = `
  import { createServer } from 'node:http';
  createServer((request, response) => response.end('ready')).listen(process.env.PORT, process.env.HOST);
`;

test.each([
  ['::1', 'http://[::1]'],
  ['0.0.0.0', 'http://127.0.0.1'],
  ['::', 'http://[::1]'],
])('a process that listens on %s is asked at %s', async (host, origin) => {
  const script = join(await makeTemporaryFolder(), 'stub.mjs');
  writeFileSync(script, stub);
  const started = await startProcess('gateway', { HOST: host }, { script });
  try {
    expect(started.url).toBe(`${origin}:${started.port}`);
  } finally {
    await started.stop();
  }
});

test('tests have no rate limit, whatever the shell has', () => {
  vi.stubEnv('RATE_LIMIT', '7');
  onTestFinished(() => void vi.unstubAllEnvs());
  const addresses: Addresses = {
    postgres: { url: 'postgres://127.0.0.1', rolePasswords: { gateway: '', sales: '', catalog: '', clients: '' } },
    nats: { urlFor: () => '' },
    redis: { url: '' },
    gatewaySecret: '',
  };
  expect(environmentOf('gateway', addresses).RATE_LIMIT).toBe('0');
  expect(environmentOf('gateway', addresses, { rateLimit: '7' }).RATE_LIMIT).toBe('7');
});
