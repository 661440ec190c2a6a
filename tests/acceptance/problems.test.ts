import { readFileSync } from 'node:fs';
import { type ErrorCode, type Fault, faults, problems } from '@representa/contracts';
import { describe, expect, test } from 'vitest';
import { a, afterOtherImports, baseUrl } from './api.ts';
import { accept, get, post, provocations } from './provocations.ts';
import { clientBody, createClient, createParties, item, saleBody, unknownId, word } from './records.ts';
import type { Reply } from './reply.ts';

interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  codigo: ErrorCode;
  request_id: string;
  errors: Fault[];
  details?: Record<string, unknown>;
}

const problemIn = (reply: Reply): Problem => reply.json as unknown as Problem;
const faultsIn = (reply: Reply): string[] =>
  problemIn(reply).errors.map(({ campo, codigo, linha }) => [campo, codigo, linha].filter(Boolean).join(' '));

const cases = Object.entries(provocations) as [ErrorCode, (typeof provocations)[ErrorCode]][];
const page = await (await fetch(`${baseUrl}/docs/errors`)).text();

describe('each error of the catalogue', () => {
  test.each(cases.filter(([, provoke]) => typeof provoke === 'function'))('[PROB-01] %s', async (codigo, provoke) => {
    const reply = await (provoke as () => Promise<Reply>)();
    const [status, title] = problems[codigo];
    expect(reply.header('content-type'), reply.text).toBe('application/problem+json');
    expect(reply.json, reply.text).toMatchObject({ codigo, status, title, type: `/docs/errors#${codigo}` });
    expect([reply.status, reply.header('x-request-id')]).toEqual([status, problemIn(reply).request_id]);
  });

  // By its code, or by its sentence, which no other error has.
  test.each(cases.filter(([, provoke]) => typeof provoke === 'string'))(
    '[PROB-02] %s is asserted in %s',
    (codigo, file) => {
      const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
      expect(text.includes(`'${codigo}'`) || text.includes(problems[codigo][1])).toBe(true);
    },
  );
});

/** How a caller gets each fault, and where: those of files that only sales reads, or that need one of 20 MB, stand elsewhere. */
const csv = 'codigo;nome;email;telefone;cidade;estado';
const client = (changes: object) => () => post('/clients', clientBody(changes));
const file = (text: string) => () => post('/clients/import', text);
const product =
  (...rows: string[]) =>
  () =>
    post('/products/import', ['id;nome;preco', ...rows].join('\n'));
const sale = (changes: object) => async () => post('/sales', saleBody(await createParties(), changes));

const faultProvocations: Record<keyof typeof faults, (() => Promise<Reply>) | string> = {
  'field.required': client({ nome: undefined }),
  'field.unknown': () => post('/clients', clientBody({ Nome: 'A' }), { prefer: 'handling=strict' }),
  'field.contradictory': sale({ cliente_id: unknownId() }),
  'field.wrong_type': client({ nome: 1 }),
  'field.invalid': client({ nome: 'Mercado\u0000' }),
  'field.invalid_format': client({ email: 'x' }),
  'field.not_allowed': sale({ status: 'Talvez' }),
  'field.too_short': sale({ itens: [] }),
  'field.too_long': client({ nome: 'x'.repeat(256) }),
  'field.too_small': async () => post('/products', { id: word(), nome: 'x', preco: -1 }),
  'field.too_large': sale({ itens: [item(1e12)] }),
  'field.future_date': sale({ data: '2999-01-01' }),
  'field.reversed': () => get('/sales?data_de=2026-02-01&data_ate=2026-01-01'),
  'parameter.unknown': () => get('/clients?nada=1'),
  'parameter.repeated': () => get('/clients?search=a&search=b'),
  'parameter.page_and_cursor': () => get('/clients?page=1&cursor='),
  'idempotency_key.malformed': () => post('/clients', clientBody(), { 'idempotency-key': 'a b' }),
  'body.not_json': () =>
    a.send('POST', '/clients', { headers: { accept, 'content-type': 'application/json' }, body: '{' }),
  'body.too_many_values': () => post('/clients', { x: Array.from({ length: 40_001 }, () => 1) }),
  'body.encoding_invalid': () =>
    a.send('POST', '/clients', {
      headers: { accept, 'content-type': 'application/json' },
      body: Uint8Array.from([0x22, 0xc3, 0x28, 0x22]),
    }),
  'file.empty': file('\n'),
  'file.not_text': () =>
    afterOtherImports(() =>
      a.send('POST', '/clients/import', {
        headers: { accept, 'content-type': 'text/csv' },
        body: Uint8Array.from([0xff, 0xfe, 0x69, 0x00, 0x64, 0x00]),
      }),
    ),
  'file.quotes_unclosed': file(`${csv}\n"x;y\n`),
  'file.line_too_long': file(`${csv}\n${'x'.repeat(2_000_000)}\n`),
  'file.too_many_lines': file(`${csv}\n${'\n'.repeat(100_001)}`),
  'column.unknown': file(`${csv};nada\n`),
  'column.repeated': file(`${csv};nome\n`),
  'column.missing': file('nome\nA\n'),
  'line.columns_differ': file(`${csv}\nA\n`),
  'line.unreadable': async () => {
    const { representadaId } = await createParties();
    return post(`/commissions/reconcile?representada_id=${representadaId}`, 'pedido;valor\nA;x\n');
  },
  'line.repeated': product('P;Chá;1', 'P;Chá;1'),
  'line.number_ambiguous': product(`${word()};Chá;1,234.5`, `${word()};Chá;1,234`),
  'sale.total_too_large': sale({ itens: [item(999_999_999, 999_999_999)] }),
  'sale.instalments_differ': sale({ status: 'Pedido', parcelas: [{ vencimento: '2026-01-01', valor: 1 }] }),
  'sale.nothing_due': async () => provoked('payment.sales_not_due'),
  'payment.too_large': 'services/sales/test/commissions/commissions.test.ts',
};

const provoked = (codigo: ErrorCode): Promise<Reply> => (provocations[codigo] as () => Promise<Reply>)();
const faultCases = Object.entries(faultProvocations);

describe('each fault of the catalogue', () => {
  test.each(faultCases.filter(([, provoke]) => typeof provoke === 'function'))(
    '[PROB-03] %s',
    async (codigo, provoke) => {
      const reply = await (provoke as () => Promise<Reply>)();
      expect(
        problemIn(reply).errors.map((fault) => fault.codigo),
        reply.text,
      ).toContain(codigo);
    },
  );

  test.each(faultCases.filter(([, provoke]) => typeof provoke === 'string'))(
    '[PROB-04] %s is asserted in %s',
    (codigo, file) => {
      const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
      expect(text.includes(`'${codigo}'`) || text.includes(faults[codigo as keyof typeof faults])).toBe(true);
    },
  );
});

test('[PROB-05] the faults of a file have their lines, and what else there is about them', async () => {
  const taken = await createClient();
  const columns = 'A;Mercado;EMAIL;(11) 98765-4321;São Paulo;SP';
  const rows = [
    columns.replace('EMAIL', taken.email),
    columns.replace('EMAIL', 'x').replace('A;', `${word()};`),
    'só uma',
  ];
  const reply = await post('/clients/import', `${csv}\n${rows.join('\n')}\n`);
  expect(faultsIn(reply).sort()).toEqual([
    'email client.email_taken 2',
    'email field.invalid_format 3',
    'linha line.columns_differ 4',
  ]);
  expect(problemIn(reply).details).toEqual({ total: 3 });
  const { representadaId } = await createParties();
  const unread = await post(`/commissions/reconcile?representada_id=${representadaId}`, 'pedido;valor\nA;x\nB;1;2\n');
  expect(faultsIn(unread)).toEqual(['linha line.unreadable 2', 'linha line.columns_differ 3']);
});

test('[PROB-06] a refusal tells its facts as it does otherwise', async () => {
  expect(problemIn(await provoked('sale.transition_invalid')).details).toEqual({
    de: 'Entregue',
    para: 'Pedido',
    permitidos: ['Entregue', 'ENTREGUE', 'Cancelado', 'CANCELADA'],
  });
  expect(problemIn(await provoked('sale.field_fixed')).details).toEqual({ campo: 'itens', status: 'Enviado' });
  expect(problemIn(await provoked('reconciliation.recorded'))).toMatchObject({
    errors: [],
    details: { pagamento_id: expect.any(String) },
  });
  expect(faultsIn(await provoked('payment.sales_not_due'))).toEqual([
    expect.stringMatching(/^vendas\..{36} sale\.nothing_due$/),
    expect.stringMatching(/^vendas\..{36} sale\.not_found$/),
  ]);
});

test('[PROB-07] a kept refusal is repeated in the form that the repeating request asks for', async () => {
  const body = saleBody({ ...(await createParties()), clienteId: unknownId() });
  const key = { 'idempotency-key': word() };
  const send = (headers: Record<string, string>) =>
    a.send('POST', '/sales', {
      headers: { 'content-type': 'application/json', ...key, ...headers },
      body: JSON.stringify(body),
    });
  const [first, again, third] = [await send({}), await send({ accept }), await send({})];
  const error = 'Cliente não encontrado ou inativo';
  expect([first.status, first.json]).toEqual([404, { error }]);
  expect([again.status, again.header('idempotency-replayed'), again.header('content-type')]).toEqual([
    404,
    'true',
    accept,
  ]);
  expect(problemIn(again)).toMatchObject({ codigo: 'client.not_found_or_inactive', detail: error, errors: [] });
  expect(problemIn(again).request_id).toBe(again.header('x-request-id'));
  expect([third.header('idempotency-replayed'), third.text]).toEqual(['true', first.text]);
});

test('[PROB-08] the page has each code at its anchor, with its sentence', () => {
  const ids = [...page.matchAll(/<tr id="([^"]+)"/g)].map(([, id]) => id);
  expect(ids).toEqual([...Object.keys(problems), ...Object.keys(faults)]);
  for (const [, title] of Object.values(problems))
    expect(page).toContain(`<td>${title.replaceAll('"', '&quot;')}</td>`);
});
