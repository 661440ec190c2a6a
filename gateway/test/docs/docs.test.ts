import { openapiPath } from '@representa/contracts';
import { invalidCursor } from '@representa/service-kit';
import { errorContent } from '@representa/service-kit/openapi';
import { malformedUrl, tooManyAtOnce } from '@representa/service-kit/process';
import { exportsRunning } from '@representa/tables';
import { startTestStack, type TestStack, testSecret, until } from '@representa/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { incompleteBody, malformedRequest, tooManyRequests } from '../../src/gateway.errors.ts';
import { type Gateway, startGateway } from '../gateway.ts';
import { call } from '../http.ts';
import { type Behaviour, startUpstream, type TestUpstream } from '../upstream.ts';

let stack: TestStack;
const open: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack.stop());
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

const busy = {
  description: 'Requisições demais',
  content: errorContent([exportsRunning()], {}),
};
const invalid = {
  description: 'Dados de entrada inválidos',
  content: errorContent([invalidCursor()], { type: 'object' }),
};
const operation = {
  operationId: 'x',
  tags: [],
  parameters: [],
  responses: { 200: { description: 'ok' }, 400: invalid, 429: busy },
};

/** A service that knows its part of the document. */
const partOf =
  (name: string): Behaviour =>
  ({ url, headers }, response) => {
    const isAsked = url === openapiPath && headers['x-gateway-secret'] === testSecret;
    const components = { schemas: { Error: { type: 'object' } }, examples: {} };
    const part = { tags: [], paths: { [`/api/v1/${name}`]: { get: operation } }, components };
    response.statusCode = isAsked ? 200 : 401;
    response.end(JSON.stringify(isAsked ? part : {}));
  };

const startService = async (name: string): Promise<TestUpstream> => {
  const service = await startUpstream(partOf(name));
  open.push(service);
  return service;
};

const start = async (changes: Parameters<typeof startGateway>[1] = {}): Promise<Gateway> => {
  const gateway = await startGateway(stack, changes);
  open.push(gateway);
  return gateway;
};

describe('the document', () => {
  test('joins the parts of the services, and is a 503 until all are known', async () => {
    const [sales, clients] = [await startService('sales'), await startService('clients')];
    const missing = await start({ SALES_URL: [sales.url], CLIENTS_URL: [clients.url] });
    const refused = await call(missing.port, '/openapi.json');
    expect([refused.status, refused.json, refused.headers['retry-after']]).toEqual([
      503,
      { error: 'Serviço indisponível' },
      '1',
    ]);
    const logged = missing.lines.filter((line) => line.includes('part of the OpenAPI document'));
    expect(logged.map((line) => JSON.parse(line))).toMatchObject([
      { reasons: [expect.stringContaining('ECONNREFUSED')] },
    ]);
    expect(logged.join()).not.toContain('stack');

    const catalog = await startService('products');
    const whole = await start({ SALES_URL: [sales.url], CLIENTS_URL: [clients.url], CATALOG_URL: [catalog.url] });
    const { status, json } = await call(whole.port, '/openapi.json');
    const paths = ['sales', 'clients', 'products', 'keys', 'keys/{id}', 'keys/{id}/rotate', 'audit'];
    expect([status, Object.keys(json.paths)]).toEqual([200, paths.map((path) => `/api/v1/${path}`)]);
    expect(Object.keys(json.paths['/api/v1/sales'].get.responses)).toEqual(
      [200, 400, 401, 403, 408, 429, 431, 503].map(String),
    );
    expect(json.components.securitySchemes.apiKey).toMatchObject({ in: 'header', name: 'x-api-key' });
  });

  test('an operation’s own reasons for a status stand beside those that every operation has', async () => {
    const services = [await startService('sales'), await startService('clients'), await startService('products')];
    const [sales, clients, catalog] = services.map(({ url }) => [url]);
    const gateway = await start({ SALES_URL: sales, CLIENTS_URL: clients, CATALOG_URL: catalog } as never);
    const { paths, components } = (await call(gateway.port, '/openapi.json')).json;
    const { responses } = paths['/api/v1/sales'].get;
    expect(Object.values(responses[429].content['application/json'].examples)).toMatchObject(
      [exportsRunning(), tooManyRequests(), tooManyAtOnce()].map(({ message }) => ({ summary: message })),
    );
    const { schema, examples } = responses[400].content['application/json'];
    expect(schema).toEqual({ type: 'object' });
    expect(Object.values(examples)).toMatchObject(
      [invalidCursor(), malformedUrl(), malformedRequest(), incompleteBody()].map(({ message }) => ({
        summary: message,
      })),
    );
    const codes = ['cursor.invalid', 'request.url_malformed', 'request.malformed', 'request.body_incomplete'];
    const problems = responses[400].content['application/problem+json'].examples;
    expect(problems).toEqual(
      Object.fromEntries(codes.map((codigo) => [codigo, { $ref: `#/components/examples/${codigo}` }])),
    );
    expect(components.examples['request.malformed'].value).toMatchObject({ status: 400, codigo: 'request.malformed' });
    const ofAll = ['x-request-id', 'ratelimit', 'ratelimit-policy'];
    expect(Object.keys(responses[429].headers)).toEqual([...ofAll, 'retry-after']);
    expect(Object.keys(responses[200].headers)).toEqual(ofAll);
    expect(Object.keys(components.responses.Unavailable.headers)).toEqual([...ofAll, 'retry-after']);
    for (const { headers } of [components.responses.Unauthorized, components.responses.HeadersTooLarge])
      expect(Object.keys(headers)).toEqual(['x-request-id']);
    // All operations have reasons of their own.
    expect(components.responses).not.toHaveProperty('BadRequest');
  });

  test('is the last known one while a service is away', async () => {
    const services = [await startService('sales'), await startService('clients'), await startService('products')];
    const [sales, clients, catalog] = services.map(({ url }) => [url]);
    const gateway = await start({ SALES_URL: sales, CLIENTS_URL: clients, CATALOG_URL: catalog } as never);
    expect((await call(gateway.port, '/openapi.json')).status).toBe(200);
    for (const service of services) await service.close();
    expect((await call(gateway.port, '/openapi.json')).status).toBe(200);
  });

  test('comes as soon as a service is back, without asking it at every request', async () => {
    const [sales, clients] = [await startService('sales'), await startService('clients')];
    let isUp = false;
    const catalog = await startUpstream((echo, response, request) => {
      if (isUp) return partOf('products')(echo, response, request);
      response.statusCode = 503;
      response.end();
    });
    open.push(catalog);
    const urls = { SALES_URL: [sales.url], CLIENTS_URL: [clients.url], CATALOG_URL: [catalog.url] };
    const gateway = await start(urls);
    const replies = await Promise.all(Array.from({ length: 20 }, () => call(gateway.port, '/openapi.json')));
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(503));
    // It may be asked again every half second, and a busy machine may take longer for the twenty.
    expect(catalog.received.length).toBeLessThan(5);
    isUp = true;
    await until('it is there', async () => (await call(gateway.port, '/openapi.json')).status === 200);
  });
});

describe('the page', () => {
  test('has a policy, is compressed, and is cached', async () => {
    const { port } = await start();
    const html = await call(port, '/docs');
    expect(html.status).toBe(200);
    expect(html.headers['content-security-policy']).toMatch(/default-src 'none'.*script-src 'self' 'sha256-/);
    expect(html.headers['x-content-type-options']).toBe('nosniff');
    const [, path = ''] = /<script src="([^"]+)"/.exec(html.text) ?? [];
    const script = await call(port, path, { headers: { 'accept-encoding': 'gzip;q=0.5, br' } });
    expect(script.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
      'x-request-id': expect.any(String),
    });
    expect(Number(script.headers['content-length'])).toBeLessThan(1_200_000);
    const etag = script.headers.etag as string;
    for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const known = await call(port, path, { headers: { 'accept-encoding': 'br', 'if-none-match': tags } });
      expect([known.status, known.text], tags).toEqual([304, '']);
    }
    const plain = await call(port, path, { headers: { 'accept-encoding': 'br;q=0' } });
    expect(plain.headers['content-encoding']).toBeUndefined();
  });

  test('names a demo key only outside production', async () => {
    const [development, production] = [await start(), await start({ NODE_ENV: 'production' })];
    expect((await call(development.port, '/docs')).text).toContain('"demo-exemplo"');
    expect((await call(production.port, '/docs')).text).not.toContain('demo-exemplo');
  });

  test('is where browsers are sent from /', async () => {
    const { port } = await start();
    const browser = await call(port, '/', { headers: { accept: 'text/html,*/*' } });
    expect([browser.status, browser.headers.location]).toEqual([302, '/docs']);
    const withSlash = await call(port, '/docs/');
    expect([withSlash.status, withSlash.headers.location]).toEqual([308, '/docs']);
    const program = await call(port, '/', { headers: { accept: '*/*' } });
    expect([program.status, program.json.documentacao]).toEqual([200, '/docs']);
  });
});
