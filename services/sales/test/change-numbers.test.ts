import { randomUUID } from 'node:crypto';
import { asEmpresa, saleBody } from '@representa/testing';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type SalesService, startSalesService } from './sales-service.ts';

let service: SalesService;
let admin: Sql;
let empresa: string;
let cliente: string;
let representada: string;
beforeAll(async () => {
  service = await startSalesService();
  admin = postgres(service.stack.adminUrl, { max: 1, onnotice: () => {} });
});
afterAll(async () => {
  await admin.end();
  await service.stop();
});
beforeEach(() => {
  empresa = randomUUID();
  cliente = own();
  representada = own();
});

const own = (): string => {
  const id = randomUUID();
  service.existing.set(`${empresa} ${id}`, { nome: 'X', revision: 0, ativo: true, comissao: 5 });
  return id;
};
const send = async (
  method: 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object | string,
  headers: object = {},
) => {
  const type = typeof payload === 'string' && { 'content-type': 'text/csv' };
  const answer = await service.app.inject({
    method,
    url: `/api/v1${url}`,
    headers: { ...asEmpresa(empresa), ...type, ...headers },
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, ...answer.json() };
};
const sell = (changes: object = {}) => send('POST', '/sales', saleBody(cliente, representada, changes));

/** Every number of the company's sequence has an entry in its audit. */
const expectNoHoles = async (): Promise<void> => {
  const [{ numbers, last }] = await admin<[{ numbers: number[]; last: number }]>`
    select array_agg(numero::int order by numero) as numbers,
      (select last::int from sales.change_sequence where empresa_id = ${empresa}) as last
    from sales.audit_entry where empresa_id = ${empresa}`;
  expect(numbers).toEqual(Array.from({ length: last }, (_, i) => i + 1));
};

test('of sales that are created together, the refused ones take no change number', async () => {
  await sell({ pedido: 'TAKEN' });
  // The first goes alone, and the others wait for it.
  const codes = [undefined, 'TAKEN', 'A', 'TAKEN', 'TAKEN', 'B', 'A'];
  const answers = await Promise.all(codes.map((pedido) => sell({ pedido })));
  expect(answers.map(({ status }) => status)).toEqual([201, 409, 201, 409, 409, 201, 409]);
  await expectNoHoles();
});
