import { beforeAll, expect, test } from 'vitest';
import { b, prefix } from './api.ts';
import { expectError } from './expectations.ts';
import { openapi } from './openapi.ts';
import { createParties, type Parties, productBody, saleBody, word } from './records.ts';

// Company A owns the records. Company B names them in what it sends.
let parties: Parties;
beforeAll(async () => {
  parties = await createParties();
});

const refuse =
  (path: string, bodyOf: (representada_id: string) => object): (() => Promise<void>) =>
  async () =>
    expectError(await b.post(path, bodyOf(parties.representadaId)), 404);

const sendFile = (path: string, body: string) =>
  b.send('POST', path, { headers: { 'content-type': 'text/csv' }, body });

const namesNone = 'names no record';

/**
 * How each operation with a body refuses a record of another company. Those with `{id}` are in key-matrix.test.ts. An operation
 * that is not here fails the first test.
 */
const rows: Record<string, typeof namesNone | (() => Promise<void>)> = {
  'POST /sales': refuse('/sales', () => saleBody(parties)),
  'POST /products': refuse('/products', (representada_id) => productBody({ representada_id })),
  'POST /commissions/payments': refuse('/commissions/payments', (representada_id) => ({ representada_id, valor: 1 })),
  'POST /commissions/adjustments': refuse('/commissions/adjustments', (representada_id) => ({
    representada_id,
    valor: 1,
    motivo: 'Acordo',
  })),
  'POST /commissions/reconcile': async () => {
    const query = `representada_id=${parties.representadaId}&mes=2001-02`;
    expectError(await sendFile(`/commissions/reconcile?${query}`, `pedido;valor\n${word()};1,00\n`), 404);
  },
  // An import answers 400 with the faults of each line.
  'POST /products/import': async () => {
    const file = `id;nome;preco;representada_id\n${word()};Café;1,00;${parties.representadaId}\n`;
    const reply = await sendFile('/products/import', file);
    expectError(reply, 400);
    const campos = { representada_id: 'Representada não encontrada' };
    expect(reply.json.details).toEqual({ total: 1, linhas: [{ linha: 2, campos }] });
  },
  'POST /clients': namesNone,
  'POST /clients/import': namesNone,
  'POST /representadas': namesNone,
  'POST /representadas/import': namesNone,
  'POST /keys': namesNone,
};

test('[MATRIX-06] every operation with a body and without {id} says how it could name a record of another company', () => {
  const operations = Object.entries(openapi.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { requestBody }]) => requestBody && !path.includes('{id}'))
      .map(([method]) => `${method.toUpperCase()} ${path.slice(prefix.length)}`),
  );
  expect(operations.sort()).toEqual(Object.keys(rows).sort());
});

test.each(Object.entries(rows).flatMap(([operation, row]) => (row === namesNone ? [] : [[operation, row] as const])))(
  '[MATRIX-07] %s finds no record of another company',
  (_operation, row) => row(),
);
