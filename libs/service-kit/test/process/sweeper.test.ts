import { Unavailable } from '@representa/messaging';
import { DeadlinePassed } from '@representa/postgres';
import { silentLog } from '@representa/telemetry';
import { until } from '@representa/testing';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { addSweeper } from '../../src/process/index.ts';

const lostConnection = Object.assign(new Error('the server is away'), { code: 'ECONNREFUSED' });

test.each([
  ['is too slow', new DeadlinePassed('the database did not answer in time'), true],
  ['has a bug', new Error('a bug'), true],
  ['finds no database', lostConnection, false],
  ['finds no other service', new Unavailable('sales did not answer'), false],
])('a step that %s is repeated and logged unless its connection logs it', async (_what, error, isLogged) => {
  let steps = 0;
  const lines: string[] = [];
  const app = fastify();
  addSweeper(app, {
    what: 'remove old things',
    everyMs: 1,
    sweep: async () => {
      steps += 1;
      throw error;
    },
    log: { ...silentLog, warn: (_details, message) => void lines.push(message) },
  });
  await until('it is repeated', () => steps > 2);
  await app.close();
  expect(new Set(lines)).toEqual(new Set(isLogged ? ['could not remove old things'] : []));
});
