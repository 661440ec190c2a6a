import { headers as names } from '@representa/contracts';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../../src/index.ts';
import { makeServer } from '../../src/process/index.ts';
import { requireGateway } from '../../src/server/identity.ts';

const secrets = ['the secret of this test', 'the secret that it replaces'];
const maxRequestMs = 5_000;

const lines: string[] = [];
const app: App = makeServer(pino({}, { write: (line: string) => void lines.push(line) }));
beforeAll(async () => {
  app.register(async (api: App) => {
    requireGateway(api, secrets, maxRequestMs);
    api.get('/', async ({ call }) => ({ empresa_id: call.empresa_id, left: call.deadline - performance.now() }));
  });
  await app.ready();
});
afterAll(() => app.close());

const ask = (headers: Record<string, string>) => app.inject({ url: '/', headers });

test.each(secrets)('the gateway speaks for a company with either secret', async (secret) => {
  const answer = await ask({ [names.gatewaySecret]: secret, [names.empresaId]: 'e-1' });
  expect([answer.statusCode, answer.json().empresa_id]).toEqual([200, 'e-1']);
});

test.each(['', 'a guess', 'the secret of some test', `${secrets[0]}x`])('nobody else does: "%s"', async (secret) => {
  const answer = await ask({ [names.gatewaySecret]: secret, [names.empresaId]: 'e-1' });
  expect([answer.statusCode, answer.json()]).toEqual([401, { error: 'Acesso permitido somente pelo gateway' }]);
});

test('a refusal is logged with its address and the key that it claims', async () => {
  lines.length = 0;
  await ask({ [names.gatewaySecret]: 'a guess', [names.keyPrefix]: 'rep_live_claimed' });
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: 'refused: not from the gateway', client_address: '127.0.0.1', key_prefix: 'rep_live_claimed' },
  ]);
});

test.each([
  ['300', 300],
  ['60000', maxRequestMs],
  ['', maxRequestMs],
  ['soon', maxRequestMs],
])('x-timeout-ms "%s" leaves at most %d ms', async (timeout, max) => {
  const answer = await ask({ [names.gatewaySecret]: secrets[0] as string, [names.timeout]: timeout });
  expect(answer.json().left).toBeLessThanOrEqual(max);
  expect(answer.json().left).toBeGreaterThan(max - 200);
});
