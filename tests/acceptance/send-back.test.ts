import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { acceptedFields, distinctValues, type Values } from '../openapi/distinct-values.ts';
import { a, prefix } from './api.ts';
import { expectError, fieldErrors, issues } from './expectations.ts';
import { openapi } from './openapi.ts';
import { createParties, createRepresentada, createSale, item, type Sale, saleBody, word } from './records.ts';
import type { Reply } from './reply.ts';

/** Every resource whose records are read and changed by their id. */
const resources = Object.entries(openapi.paths)
  .filter(([, methods]) => methods.get && methods.put)
  .map(([path]) => path.slice(prefix.length).replace('/{id}', ''));

const sendJson = <T>(method: string, path: string, body: object) =>
  a.send<T>(method, path, {
    headers: { 'content-type': 'application/json', prefer: 'handling=strict' },
    body: JSON.stringify(body),
  });

const versionOf = (reply: Reply): number => Number(/^"(\d+)"$/.exec(reply.header('etag') ?? '')?.[1]);

/** Sends a record back as its `GET` shows it: nothing changes but `updated_at` and the version. */
const expectUnchanged = async (url: string, method: string, others: readonly string[] = []): Promise<void> => {
  const readOthers = () => Promise.all(others.map(async (other) => (await a.get(other)).text));
  const before = await a.get<Values>(url);
  const beside = await readOthers();
  const sent = await sendJson(method, url, before.json.data);
  expect(sent.status, `${before.text} → ${sent.text}`).toBe(200);
  const after = await a.get<Values>(url);
  const { updated_at: was, ...shown } = before.json.data;
  const { updated_at: is, ...still } = after.json.data;
  expect(still).toEqual(shown);
  expect(String(is) > String(was)).toBe(true);
  expect(versionOf(after)).toBe(versionOf(before) + 1);
  expect(await readOthers()).toEqual(beside);
};

const method = fc.constantFrom('PUT', 'PATCH');
/** What callers write, without what is refused: NUL and halves of characters. */
const freeText = fc.string({ unit: 'binary', maxLength: 40 }).filter((text) => !text.includes('\0'));
const decimal = (places: number, max: number) =>
  fc
    .tuple(fc.integer({ min: 1, max: 10 ** 6 }), fc.integer({ min: 0, max: places }))
    .map(([digits, scale]) => Math.min(max, digits / 10 ** scale));

/** Values that are hard to keep as they are, for the fields that may have them. */
const hardValues = fc.record({
  observacao: freeText,
  endereco: fc.option(freeText),
  descricao: fc.option(freeText),
  preco: decimal(6, 10 ** 6),
  comissao: fc.option(decimal(6, 100)),
});

test('[BACK-01] these resources are tried', () => {
  expect(resources.sort()).toEqual(['/clients', '/products', '/representadas', '/sales']);
});

test.each(resources.filter((path) => path !== '/sales'))(
  '[BACK-02] %s: what is read can be sent back, and changes nothing',
  async (path) => {
    const all = acceptedFields(openapi, 'post', prefix + path);
    const required = Object.keys(acceptedFields(openapi, 'post', prefix + path, 'required'));
    const representada_id = (await createRepresentada()).id;
    await fc.assert(
      fc.asyncProperty(fc.subarray(Object.keys(all)), fc.nat(3), hardValues, method, async (some, round, hard, how) => {
        const seed = randomInt(1_000_000_000);
        const values: Record<string, unknown> = {
          ...distinctValues(all, { seed, round, flip: seed % 2 === 0 }),
          ...hard,
          representada_id,
        };
        const names = Object.keys(all).filter((name) => some.includes(name) || required.includes(name));
        const mayBeNull = (name: string): boolean => [all[name]?.type].flat().includes('null');
        const sent = names.filter((name) => values[name] !== null || mayBeNull(name));
        const body = Object.fromEntries(sent.map((name) => [name, values[name]]));
        const { status, json, text } = await sendJson<{ id: string }>('POST', path, body);
        expect(status, text).toBe(201);
        await expectUnchanged(`${path}/${encodeURIComponent(json.data.id)}`, how);
      }),
      { numRuns: 20 },
    );
  },
);

const statuses = (acceptedFields(openapi, 'put', `${prefix}/sales/{id}`).status?.enum ?? []) as string[];

/** A sale of any items, at any step, with or without instalments and receipts. */
const saleHistory = fc.record({
  itens: fc.array(
    fc.record({
      produtoId: fc.constantFrom('CAFE-500', 'A/1', 'ção'),
      quantidade: decimal(6, 10 ** 6),
      valorUnitario: decimal(6, 10 ** 6),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  data: fc.constantFrom('2020-02-29', '2026-01-31', undefined),
  parts: fc.nat(3),
  received: fc.constantFrom(0, 0.01, 1),
  steps: fc.subarray(statuses),
});

const splitInto = (parts: number, total: number): object[] => {
  const cents = Math.round(total * 100);
  const each = Math.floor(cents / parts);
  return Array.from({ length: parts }, (_, i) => ({
    vencimento: `2026-0${i + 1}-28`,
    valor: (i === 0 ? cents - each * (parts - 1) : each) / 100,
  }));
};

test('[BACK-03] /sales: what is read can be sent back at every step, and changes nothing', async () => {
  const parties = await createParties();
  await fc.assert(
    fc.asyncProperty(saleHistory, method, async ({ itens, data, parts, received, steps }, how) => {
      // An item of less than half a cent has no total.
      const dear = itens.map((one) => ({ ...one, valorUnitario: Math.max(one.valorUnitario, 1 / one.quantidade) }));
      const { id, valor_total } = await createSale(parties, { status: 'Pedido', itens: dear, data });
      const url = `/sales/${id}`;
      await expectUnchanged(url, how);
      if (parts > 0 && valor_total > 0.03) {
        expectError(await sendJson('PUT', url, { parcelas: splitInto(parts, valor_total) }), 200);
      }
      const valor = Math.floor(valor_total * received * 100) / 100;
      if (valor > 0) expectError(await sendJson('POST', `${url}/receipts`, { valor }), 201);
      for (const status of ['Pedido', ...steps]) {
        expectError(await sendJson('PUT', url, { status }), 200);
        await expectUnchanged(url, how, [`${url}/history`, `${url}/receipts`]);
      }
    }),
    { numRuns: 25 },
  );
});

test('[BACK-04] a sale that was read makes another one', async () => {
  const sale = await createSale(await createParties(), { parcelas: [{ vencimento: '2026-05-01', valor: 10 }] });
  const { pedido: _taken, ...shown } = (await a.get<Sale>(`/sales/${sale.id}`)).json.data;
  const { status, json, text } = await a.post<Sale>('/sales', shown);
  expect(status, text).toBe(201);
  const { id: _id, pedido: _pedido, created_at: _created, ...copied } = json.data;
  expect(sale).toMatchObject(copied);
});

test('[BACK-11] the types of the client let what is read be sent back', async () => {
  const { id } = await createSale(await createParties(), { status: 'Pedido' });
  const params = { path: { id } };
  const { data } = (await a.client.GET('/api/v1/sales/{id}', { params })).body;
  const { body } = await a.client.PUT('/api/v1/sales/{id}', { params, body: data });
  expect(data).toMatchObject({ ...body.data, updated_at: data.updated_at });
});

/** The names of the contract that its replies write otherwise, anywhere in the bodies of the document. */
const pairs = { clienteId: 'cliente_id', representadaId: 'representada_id' } as const;
const pairsOfItem = { produtoId: 'produto_id', valorUnitario: 'valor_unitario' } as const;

test('[BACK-05] these pairs of names are tried', () => {
  const names = new Set(
    Object.values(openapi.components.schemas).flatMap(
      (schema) => JSON.stringify(schema).match(/"\w+[A-Z]\w*":\{/g) ?? [],
    ),
  );
  const keywords = ['additionalProperties', 'propertyNames'];
  const found = [...names].map((name) => name.slice(1, -3)).filter((name) => !keywords.includes(name));
  expect(found.sort()).toEqual(Object.keys({ ...pairs, ...pairsOfItem }).sort());
});

describe('both names', () => {
  const renamed = (body: Record<string, unknown>, names: Record<string, string>) =>
    Object.fromEntries(Object.entries(body).map(([name, value]) => [names[name] ?? name, value]));

  test('[BACK-06] a creation takes either name, and both with one value', async () => {
    const parties = await createParties();
    const body = saleBody(parties, { itens: [item(3, 0.1, 'A')] });
    const inReply = { ...renamed(body, pairs), itens: body.itens.map((one) => renamed(one, pairsOfItem)) };
    const both = {
      ...body,
      ...inReply,
      itens: body.itens.map((one, i) => ({ ...inReply.itens[i], ...one })),
    };
    for (const sent of [body, inReply, both]) {
      const { status, json, text, header } = await a.post<Sale>('/sales', sent);
      expect(status, text).toBe(201);
      expect(header('ignored-fields')).toBeUndefined();
      expect(json.data).toMatchObject({
        cliente_id: parties.clienteId,
        representada_id: parties.representadaId,
        itens: [{ produto_id: 'A', quantidade: 3, valor_unitario: 0.1, valor_total: 0.3 }],
      });
    }
  });

  const twice = (value: string) => `Enviado também como "${value}", com outro valor`;

  test('[BACK-07] with different values are a 400 at the name of the contract', async () => {
    const parties = await createParties();
    const wrong = {
      ...saleBody(parties, { itens: [item(), { ...item(), produto_id: 'B', valor_unitario: '10' }] }),
      cliente_id: word(),
      representada_id: null,
    };
    expect(fieldErrors(await a.post('/sales', wrong))).toEqual({
      clienteId: twice('cliente_id'),
      representadaId: twice('representada_id'),
      'itens.1.produtoId': twice('produto_id'),
      'itens.1.valorUnitario': twice('valor_unitario'),
    });
    const { id } = await createSale(parties, { status: 'Pedido' });
    const itens = [{ produto_id: 'B', ...item() }];
    expect(issues(await a.put(`/sales/${id}`, { itens }))).toEqual([
      { code: 'custom', message: twice('produto_id'), path: ['itens', '0', 'produtoId'] },
    ]);
  });

  test('[BACK-08] faults are told at the name of the contract', async () => {
    const wrong = { cliente_id: 'x', itens: [{ produto_id: '', quantidade: 1, valor_unitario: -1 }] };
    expect(Object.keys(fieldErrors(await a.post('/sales', wrong))).sort()).toEqual([
      'clienteId',
      'itens.0.produtoId',
      'itens.0.valorUnitario',
      'representadaId',
    ]);
  });
});

describe('PATCH', () => {
  test('[BACK-09] every PUT of the document has one that is the same', () => {
    const puts = Object.values(openapi.paths).filter(({ put }) => put);
    expect(puts.length).toBe(resources.length);
    for (const { put, patch } of puts) {
      const { operationId, summary } = patch as unknown as Record<string, unknown>;
      expect(patch).toEqual({ ...put, operationId, summary });
      expect(patch?.operationId).not.toBe(put?.operationId);
    }
  });

  test('[BACK-10] changes what is sent, and obeys If-Match', async () => {
    const { id } = await createSale(await createParties(), { status: 'Pedido' });
    const send = (version: string, body: object) =>
      a.send<Sale>('PATCH', `/sales/${id}`, {
        headers: { 'content-type': 'application/json', 'if-match': version },
        body: JSON.stringify(body),
      });
    const changed = await send('"1"', { status: 'Faturado', motivo: 'NF' });
    expect([changed.status, changed.json.data.status, changed.header('etag')]).toEqual([200, 'Faturado', '"2"']);
    expectError(await send('"1"', { status: 'Enviado' }), 412);
    expect(issues(await send('"2"', { data: null }))[0]?.message).toBe('Não pode ser nulo');
    expect((await a.get<{ para: object }[]>(`/sales/${id}/history`)).json.data).toMatchObject([
      { para: { status: 'Faturado' }, motivo: 'NF' },
    ]);
  });
});
