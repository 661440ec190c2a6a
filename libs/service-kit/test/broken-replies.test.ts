import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { DeadlinePassed } from '@representa/postgres';
import { until } from '@representa/testing';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { finalStatusOf, makeServer, onReply } from '../src/process/index.ts';

let lines: object[];
let statuses: number[];
const app = makeServer(pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) }));

const failures: Record<string, Error> = {
  outage: new DeadlinePassed('the database did not answer in time'),
  bug: new TypeError('row is undefined'),
};
app.get('/file/:failure', async (request, reply) => {
  onReply(reply, () => void statuses.push(finalStatusOf(reply)));
  const { failure } = request.params as { failure: string };
  async function* content() {
    yield 'first page\n';
    // A caller leaves meanwhile.
    if (failure === 'none') await new Promise(() => {});
    throw failures[failure];
  }
  return reply.type('text/csv').send(Readable.from(content()));
});

beforeAll(() => app.listen({ host: '127.0.0.1', port: 0 }));
afterAll(() => app.close());
beforeEach(() => {
  lines = [];
  statuses = [];
});

const begin = async (failure: string): Promise<IncomingMessage> => {
  const { port } = app.server.address() as AddressInfo;
  const [response] = (await once(get({ port, path: `/file/${failure}` }), 'response')) as [IncomingMessage];
  response.on('error', () => {});
  return response.resume();
};

test.each([
  ['outage', { reason: 'the database did not answer in time' }],
  ['bug', { err: expect.objectContaining({ message: 'row is undefined', stack: expect.any(String) }) }],
])('a file that breaks off, %s: one line says why, and it counts as failed', async (failure, why) => {
  await begin(failure);
  await until('the reply is over', () => statuses.length === 1);
  expect(lines).toEqual([expect.objectContaining({ level: 50, ...why, method: 'GET', route: '/file/:failure' })]);
  expect(statuses).toEqual([503]);
});

test('a caller that leaves within a file leaves no line', async () => {
  const response = await begin('none');
  await once(response, 'data');
  response.destroy();
  await until('the reply is over', () => statuses.length === 1);
  expect([lines, statuses]).toEqual([[], [499]]);
});
