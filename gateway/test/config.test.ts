import fastify from 'fastify';
import { expect, test } from 'vitest';
import { environment } from '../src/config.ts';

const { SALES_URL } = environment.shape;

test.each([
  ['http://sales:3000', ['http://sales:3000']],
  // Paths are appended to it: a slash at its end would be doubled.
  ['http://sales:3000/', ['http://sales:3000']],
  ['http://sales:3000,', ['http://sales:3000']],
  ['http://10.0.0.1:3000/, http://[::1]:3000', ['http://10.0.0.1:3000', 'http://[::1]:3000']],
])('%j is the address of a service', (text, origins) => {
  expect(SALES_URL.parse(text)).toEqual(origins);
});

test.each([
  'sales:3000',
  'https://sales',
  'http://sales:3000/api',
  'http://sales?x',
  'http://a@sales',
  'http://sales,x',
  ',',
])('%j is refused at the start', (text) => {
  expect(SALES_URL.safeParse(text).error?.issues[0]?.message).toBe(
    'expected http://host:port, several separated by commas',
  );
});

test('a company may send 200 requests a second, and 400 at once, unless the operator says otherwise', () => {
  const { RATE_LIMIT, RATE_BURST } = environment.shape;
  expect([RATE_LIMIT.parse(undefined), RATE_BURST.parse(undefined)]).toEqual([200, 400]);
});

const { TRUSTED_PROXIES } = environment.shape;

test.each(['10.0.0.1', '10.0.0.0/8', '10.0.0.1/32', '2001:db8::/32', '::1', '::ffff:10.0.0.0/104'])(
  '%j is a proxy, or a network of proxies',
  async (text) => {
    const trustProxy = TRUSTED_PROXIES.parse(text);
    expect(trustProxy).toEqual([text]);
    await fastify({ trustProxy }).close();
  },
);

test.each(['0.0.0.0/0', '::/0', '10.0.0.0/00', '10.0.0.0/33', '::/129', '10.0.0.0/', '10.0.0.0/8/8', 'proxy'])(
  '%j is refused at the start, not by the server with a stack',
  (text) => {
    expect(TRUSTED_PROXIES.safeParse(text).error?.issues[0]?.message).toBe(
      'expected addresses or networks such as 10.0.0.0/8',
    );
  },
);
