import { openapiPath } from '@representa/contracts';
import { makeLogger } from '@representa/telemetry';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { HttpError, listQuery, listReply, messageReply, pageOrCursor, recordId, recordReply } from '../../src/index.ts';
import { describeResource, documentedAs, extending } from '../../src/openapi/index.ts';
import { publishOpenApi } from '../../src/openapi/publish.ts';
import { answerOtherMethods } from '../../src/server/other-methods.ts';
import { checkQueryParameters } from '../../src/server/query-parameters.ts';
import { makeServer } from '../../src/server/server.ts';

const moment = z.iso.datetime();
const amount = documentedAs(z.string().regex(/^[0-9]+$/), { type: 'number', minimum: 0 });
const record = z.object({
  id: z.guid(),
  nome: z.string(),
  nota: z.string().nullable(),
  data: z.iso.date(),
  criado_em: moment,
  pago_em: moment.nullable(),
});
const newRecord = z.object({
  nome: z.string().trim().min(1).max(10),
  nota: z.string().meta({ maxLength: 20 }).nullish(),
  preco: z.number().transform(String),
});

const kind = z.enum(['nova', 'usada']);
const wholeRecord = record.extend({ partes: z.array(z.string()) });

const docs = describeResource({
  tag: { name: 'Coisas', description: 'Coisas de teste.' },
  schemas: { Thing: record, NewThing: newRecord, WholeThing: extending(record, wholeRecord), ThingKind: kind },
  fields: {
    nome: { description: 'O nome', examples: ['Ana'] },
    data: { description: 'O dia', examples: ['2026-01-02'] },
  },
})({
  createThing: { summary: 'Criar', errors: [new HttpError('product.id_taken', { detail: 'Já existe' })] },
  listThings: { summary: 'Listar' },
  readThing: { summary: 'Ler' },
  deleteParts: {
    summary: 'Deletar',
    errors: [new HttpError('idempotency_key.running', { detail: 'Em andamento', retryAfter: 1 })],
  },
});

const app = makeServer(makeLogger('test', 'silent'));
publishOpenApi(app as never);
checkQueryParameters(app as never);
answerOtherMethods(app as never, () => {
  app.post(
    '/api/v1/things',
    {
      schema: { body: newRecord, response: { 201: recordReply(record) } },
      config: { docs: docs.createThing, details: 'fields', headlines: ['Só isso'] },
    },
    async () => ({}) as never,
  );
  app.get(
    '/api/v1/things',
    {
      schema: {
        querystring: listQuery(
          z.object({
            ...pageOrCursor,
            valor_min: amount.describe('A partir deste valor').optional(),
            tipo: kind.describe('De um tipo').optional(),
          }),
        ),
        response: { 200: listReply(record) },
      },
      config: { docs: docs.listThings },
    },
    async ({ query }) => ({ data: [], total: 0, ...query }),
  );
  app.get(
    '/api/v1/things/:id',
    {
      schema: { params: z.object({ id: recordId }), response: { 200: recordReply(wholeRecord) } },
      config: { docs: docs.readThing },
    },
    async () => ({}) as never,
  );
  app.delete(
    '/api/v1/things/:id/parts',
    {
      schema: { params: z.object({ id: recordId }), response: { 200: messageReply('Deletado') } },
      config: { docs: docs.deleteParts, failureMessage: 'Falhou' },
    },
    async () => ({ success: true as const, message: 'ok' }),
  );
  app.get('/api/v1/undocumented', async () => ({}));
});
app.register(async (scope) => scope.get('/things', { config: { docs: docs.listThings } }, async () => ({})), {
  prefix: '/scope',
});

// biome-ignore lint/suspicious/noExplicitAny: the document is looked at piece by piece
const document = async (): Promise<any> => (await app.inject(openapiPath)).json();

const named = (name: string) => ({ $ref: `#/components/schemas/${name}` });

describe("a service's part of the document", () => {
  it('has every route with docs once, without the automatic HEAD and the routes for other methods', async () => {
    const { paths } = await document();
    expect(Object.entries(paths).map(([path, methods]) => [path, Object.keys(methods as object)])).toEqual([
      ['/api/v1/things', ['post', 'get']],
      ['/api/v1/things/{id}', ['get']],
      ['/api/v1/things/{id}/parts', ['delete']],
      ['/scope/things', ['get']],
    ]);
  });

  it('describes a body as it is sent, by name, with examples', async () => {
    const { paths, components } = await document();
    expect(paths['/api/v1/things'].post.requestBody.content['application/json']).toEqual({
      schema: { $ref: '#/components/schemas/NewThing' },
      example: { nome: 'Ana', preco: 1 },
    });
    expect(components.schemas.NewThing).toEqual({
      type: 'object',
      properties: {
        nome: { type: 'string', minLength: 1, maxLength: 10, description: 'O nome', examples: ['Ana'] },
        nota: { type: ['string', 'null'], maxLength: 20 },
        preco: { type: 'number' },
      },
      required: ['nome', 'preco'],
    });
  });

  it('describes a reply as it is serialized; the envelope keeps its own descriptions', async () => {
    const { components } = await document();
    for (const { properties } of [components.schemas.ThingPage, components.schemas.ThingCursorPage]) {
      expect(properties.data).toMatchObject({ type: 'array', items: { $ref: '#/components/schemas/Thing' } });
      expect(properties.data.description).toBe('O registro, ou os registros da página');
    }
    expect(components.schemas.Thing.properties.data).toEqual({
      type: 'string',
      format: 'date',
      description: 'O dia',
      examples: ['2026-01-02'],
    });
    expect(components.schemas.Thing.properties.pago_em).toEqual({ type: ['string', 'null'], format: 'date-time' });
  });

  it('shows a list as a numbered page or the page after a cursor', async () => {
    const { paths, components } = await document();
    const { schema, example } = paths['/api/v1/things'].get.responses[200].content['application/json'];
    expect(schema).toEqual(named('ThingList'));
    const { ThingList, ThingPage, ThingCursorPage } = components.schemas;
    expect(ThingList).toEqual({ anyOf: [named('ThingPage'), named('ThingCursorPage')] });
    expect([ThingPage, ThingCursorPage]).toMatchObject([
      { title: 'Página numerada', required: ['data', 'page', 'limit', 'total'] },
      { title: 'Página depois de um `cursor`', required: ['data', 'limit', 'next_cursor'] },
    ]);
    expect(example).toMatchObject({ page: 1, limit: 20, total: 1 });
  });

  it('names the reply by its record, and shows what a record has beyond its base, also in the example', async () => {
    const { paths, components } = await document();
    const { schema, example } = paths['/api/v1/things/{id}'].get.responses[200].content['application/json'];
    expect(schema).toEqual(named('WholeThingReply'));
    const { WholeThing, WholeThingReply } = components.schemas;
    expect(WholeThingReply.properties.data).toMatchObject(named('WholeThing'));
    const partes = { type: 'array', items: { type: 'string' } };
    expect(WholeThing.allOf).toEqual([
      named('Thing'),
      { type: 'object', properties: { partes }, required: ['partes'] },
    ]);
    expect(example.data).toMatchObject({ nome: 'Ana', partes: ['texto'] });
    const deleted = paths['/api/v1/things/{id}/parts'].delete.responses[200].content['application/json'];
    expect(deleted).toEqual({ schema: named('MessageReply'), example: { success: true, message: 'Deletado' } });
  });

  it('shows an optional parameter with an example that pages leave out; an empty one only in its schema', async () => {
    const { parameters } = (await document()).paths['/api/v1/things'].get;
    const [, , cursor, , tipo] = parameters;
    expect(tipo.examples).toEqual({ default: { value: 'nova', 'x-disabled': true } });
    expect(tipo.schema).toEqual(named('ThingKind'));
    // Postman's converter would export `cursor=value=&x-disabled=true`.
    expect(cursor.examples).toBeUndefined();
    expect(cursor.schema.examples).toEqual(['']);
  });

  it('shows numbers of the query as numbers', async () => {
    const { parameters } = (await document()).paths['/api/v1/things'].get;
    expect(parameters).toMatchObject([
      {
        name: 'page',
        in: 'query',
        required: false,
        schema: { type: 'integer', minimum: 1, maximum: 9007199254740991, default: 1 },
      },
      { name: 'limit', in: 'query', required: false, schema: { type: 'integer', minimum: 1, default: 20 } },
      { name: 'cursor', in: 'query', required: false, schema: { type: 'string', maxLength: 2_000 } },
      { name: 'valor_min', description: 'A partir deste valor' },
      { name: 'tipo', description: 'De um tipo' },
    ]);
    expect(parameters[3].schema).toEqual({ type: 'number', minimum: 0 });
  });

  it('has errors with the messages that are sent', async () => {
    const { paths } = await document();
    const valuesOf = (reply: { content: Record<string, { examples: Record<string, { value: unknown }> }> }) =>
      Object.values(reply.content['application/json']?.examples ?? {}).map(({ value }) => value);
    const { responses } = paths['/api/v1/things'].post;
    expect(valuesOf(responses[400])).toEqual([
      { error: 'Dados de entrada inválidos', details: { nome: 'Campo obrigatório', preco: 'Campo obrigatório' } },
      { error: 'Só isso' },
    ]);
    expect(valuesOf(responses[409])).toEqual([{ error: 'Já existe' }]);
    expect(valuesOf(paths['/api/v1/things/{id}/parts'].delete.responses[500])).toEqual([{ error: 'Falhou' }]);
  });

  it('has Retry-After where an error is sent with it', async () => {
    const { paths } = await document();
    expect(paths['/api/v1/things'].post.responses[409]).not.toHaveProperty('headers');
    expect(paths['/api/v1/things/{id}/parts'].delete.responses[409].headers).toEqual({
      'retry-after': { $ref: '#/components/headers/RetryAfter' },
    });
  });

  it('shows an id in the path as a UUID', async () => {
    const { parameters } = (await document()).paths['/api/v1/things/{id}/parts'].delete;
    expect(parameters).toMatchObject([
      { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
    ]);
    expect(parameters[0].schema).not.toHaveProperty('default');
  });
});

describe('an unknown query parameter', () => {
  it.each([
    ['GET', '/api/v1/things?mes=1&page=2', ['mes']],
    ['GET', '/api/v1/things?mes=1&mes=2&constructor=3', ['mes', 'constructor']],
    ['GET', '/api/v1/things?__proto__=1&%C3%A9=2', ['__proto__', 'é']],
    ['DELETE', '/api/v1/things/1/parts?page=1', ['page']],
  ] as const)('of %s %s is named', async (method, url, names) => {
    const reply = await app.inject({ method, url });
    expect(reply.statusCode).toBe(400);
    expect(reply.json().details).toEqual(
      names.map((name) => ({ code: 'custom', message: 'Parâmetro desconhecido', path: [name] })),
    );
  });

  it('is named as a field where details are fields', async () => {
    const reply = await app.inject({ method: 'POST', url: '/api/v1/things?mes=1', payload: { nome: 'x', preco: 1 } });
    expect([reply.statusCode, reply.json().details]).toEqual([400, { mes: 'Parâmetro desconhecido' }]);
  });
});

describe('a method that a path does not have', () => {
  it.each(['PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'QUERY'] as 'PUT'[])(
    '%s is a 405 that names the others; its body is not read',
    async (method) => {
      const reply = await app.inject({
        method,
        url: '/api/v1/things',
        payload: '{',
        headers: { 'content-type': 'x/y' },
      });
      expect([reply.statusCode, reply.json(), reply.headers.allow]).toEqual([
        405,
        { error: 'Método não permitido' },
        'GET, HEAD, POST, OPTIONS',
      ]);
    },
  );

  it('OPTIONS names them', async () => {
    const reply = await app.inject({ method: 'OPTIONS', url: '/api/v1/things/1/parts' });
    expect([reply.statusCode, reply.body, reply.headers.allow]).toEqual([204, '', 'DELETE, OPTIONS']);
  });

  it('is a 404 on an unknown path', async () => {
    expect((await app.inject({ method: 'OPTIONS', url: '/api/v1/other' })).statusCode).toBe(404);
  });
});
