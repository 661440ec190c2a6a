import type { ErrorCode } from '@representa/contracts';
import { a, afterOtherImports, makeApi, withoutKey } from './api.ts';
import { keys } from './config.ts';
import { sendBytes } from './raw.ts';
import {
  clientBody,
  createClient,
  createParties,
  createProduct,
  createRepresentada,
  createSale,
  item,
  productBody,
  representadaBody,
  saleBody,
  unknownId,
  word,
} from './records.ts';
import type { Reply } from './reply.ts';

export const accept = 'application/problem+json';

type Body = object | string;

/** A text is a CSV file. */
const send = (method: string, path: string, body?: Body, headers: Record<string, string> = {}, api = a) => {
  const sendOnce = () =>
    api.send(method, path, {
      headers: {
        accept,
        ...(body !== undefined && { 'content-type': typeof body === 'string' ? 'text/csv' : 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  return path.endsWith('/import') ? afterOtherImports(sendOnce) : sendOnce();
};
export const get = (path: string, headers?: Record<string, string>) => send('GET', path, undefined, headers);
export const post = (path: string, body: Body, headers?: Record<string, string>) => send('POST', path, body, headers);
const put = (path: string, body: Body, headers?: Record<string, string>) => send('PUT', path, body, headers);
const remove = (path: string) => send('DELETE', path);

const rawHead = (...lines: string[]): string =>
  ['GET /api/v1/clients HTTP/1.1', 'host: x', ...lines, '', ''].join('\r\n');

const idIn = ({ json }: Reply): string => (json.data as { id: string }).id;
const openSale = async (changes: object = {}) =>
  createSale(await createParties(), { status: 'Pedido', itens: [item(10, 10)], ...changes });
const receive = async (saleId: string, valor = 10) => idIn(await a.post(`/sales/${saleId}/receipts`, { valor }));

/** Its commission of 5 is paid. */
const paidSale = async () => {
  const [client, representada] = [await createClient(), await createRepresentada({ comissao: 5 })];
  const parties = { clienteId: client.id, representadaId: representada.id };
  const sale = await createSale(parties, { status: 'Pedido', data: '2026-01-05', itens: [item(10, 10)] });
  const receipt = await a.post(`/sales/${sale.id}/receipts`, { valor: 100, data: '2026-01-06' });
  await a.post('/commissions/payments', { representada_id: representada.id, valor: 5 });
  return { ...sale, receiptId: idIn(receipt) };
};

const reconcile = async (file: (pedido: string) => string, times = 1) => {
  const [client, representada] = [await createClient(), await createRepresentada({ comissao: 5 })];
  const pedido = word();
  const parties = { clienteId: client.id, representadaId: representada.id };
  await createSale(parties, { pedido, data: '2026-02-10', itens: [item(1, 100)] });
  const path = `/commissions/reconcile?representada_id=${representada.id}&mes=2026-03&registrar=true`;
  let reply = await post(path, file(pedido));
  for (let sent = 1; sent < times; sent++) reply = await post(path, file(pedido));
  return reply;
};

/** Makes the error come through the door; or the test file that does, because it takes a fault, a clock or thousands of records. */
export type Provocation = (() => Promise<Reply>) | string;

const salesTests = 'services/sales/test';
const gatewayTests = 'gateway/test';

export const provocations: Record<ErrorCode, Provocation> = {
  'request.invalid': () => post('/clients', {}),
  'request.malformed': () => sendBytes(`GET / HTTP/1.1\r\naccept: ${accept}\r\n\r\n`),
  'request.url_malformed': () => get('/clients?search=%ff'),
  'request.body_incomplete': `${gatewayTests}/forwarding/receive-body.test.ts`,
  'request.not_from_gateway': 'libs/service-kit/test/server/identity.test.ts',
  'request.too_slow': `${gatewayTests}/connections/slow-callers.test.ts`,
  'request.body_too_large': () => post('/clients', { nome: 'x'.repeat(2_000_000) }),
  'request.media_type_unsupported': () => post('/clients', {}, { 'content-type': 'text/plain' }),
  'request.encoding_unsupported': () => post('/clients', {}, { 'content-encoding': 'gzip' }),
  'request.rate_limited': `${gatewayTests}/rate-limit/rate-limit.test.ts`,
  'request.too_many_at_once': `${gatewayTests}/forwarding/long-poll.test.ts`,
  'request.headers_too_large': () => sendBytes(rawHead(`accept: ${accept}`, `x-large: ${'x'.repeat(20_000)}`)),
  'request.transfer_coding_unknown': `${gatewayTests}/connections/refuse-malformed.test.ts`,

  'route.not_found': () => get('/nada'),
  'route.method_not_allowed': () => send('PATCH', '/clients'),
  'record.version_mismatch': async () => put(`/clients/${(await createClient()).id}`, {}, { 'if-match': '"99"' }),
  'cursor.invalid': () => get('/clients?cursor=x'),
  'cursor.expired': 'services/clients/test/changes.test.ts',
  'idempotency_key.running': `${salesTests}/idempotency.test.ts`,
  'idempotency_key.reused': async () => {
    const headers = { 'idempotency-key': word() };
    await post('/clients', clientBody(), headers);
    return post('/clients', clientBody(), headers);
  },
  'service.failed': 'libs/service-kit/test/server-errors.test.ts',
  'service.unavailable': `${gatewayTests}/outages.test.ts`,

  'key.missing': () => send('GET', '/clients', undefined, {}, withoutKey),
  'key.invalid': () => send('GET', '/clients', undefined, {}, makeApi('nenhuma')),
  'key.not_allowed': async () => {
    const { json } = await a.post<{ chave: string }>('/keys', { rotulo: word(), escopo: 'read' });
    return send('POST', '/clients', {}, {}, makeApi(json.data.chave));
  },
  'key.not_found': () => remove(`/keys/${unknownId()}`),
  'key.last_admin': `${gatewayTests}/keys/keys.test.ts`,
  'key.too_many': `${gatewayTests}/keys/keys.test.ts`,
  'token.missing': `${gatewayTests}/admin/admin.test.ts`,
  'token.invalid': `${gatewayTests}/admin/admin.test.ts`,
  'empresa.inactive': () => send('GET', '/clients', undefined, {}, makeApi(keys.inactive)),
  'empresa.not_found': `${gatewayTests}/admin/admin.test.ts`,

  'client.not_found': () => get(`/clients/${unknownId()}`),
  'client.not_found_or_inactive': async () =>
    post('/sales', saleBody({ ...(await createParties()), clienteId: unknownId() })),
  'client.email_taken': async () => post('/clients', clientBody({ email: (await createClient()).email })),
  'client.codigo_taken': async () => post('/clients', clientBody({ codigo: (await createClient()).codigo })),
  'client.id_externo_taken': async () => {
    const id_externo = word();
    await createClient({ id_externo });
    return post('/clients', clientBody({ id_externo }));
  },
  'client.has_sales': async () => remove(`/clients/${(await openSale()).cliente_id}`),

  'product.not_found': () => get(`/products/${unknownId()}`),
  'product.id_taken': async () => post('/products', productBody({ id: (await createProduct()).id })),
  'product.id_externo_taken': async () => {
    const id_externo = word();
    await createProduct({ id_externo });
    return post('/products', productBody({ id_externo }));
  },

  'representada.not_found': () => get(`/representadas/${unknownId()}`),
  'representada.cnpj_taken': async () => {
    const own = `${Math.floor(1e11 + Math.random() * 9e11)}`;
    const digits = [...own].map(Number);
    const check = (all: number[]) => {
      const sum = [...all].reverse().reduce((total, one, i) => total + one * (2 + (i % 8)), 0);
      return sum % 11 < 2 ? 0 : 11 - (sum % 11);
    };
    const first = check(digits);
    const cnpj = `${own}${first}${check([...digits, first])}`;
    await createRepresentada({ cnpj });
    return post('/representadas', representadaBody({ cnpj }));
  },
  'representada.codigo_taken': async () => {
    const codigo = word();
    await createRepresentada({ codigo });
    return post('/representadas', representadaBody({ codigo }));
  },
  'representada.id_externo_taken': async () => {
    const id_externo = word();
    await createRepresentada({ id_externo });
    return post('/representadas', representadaBody({ id_externo }));
  },
  'representada.has_sales': async () => remove(`/representadas/${(await openSale()).representada_id}`),
  'representada.has_products': async () => {
    const { id } = await createRepresentada();
    await createProduct({ representada_id: id });
    return remove(`/representadas/${id}`);
  },
  'representada.has_commissions': async () => {
    const { id } = await createRepresentada();
    await a.post('/commissions/payments', { representada_id: id, valor: 10 });
    return remove(`/representadas/${id}`);
  },

  'sale.not_found': () => get(`/sales/${unknownId()}`),
  'sale.pedido_taken': async () =>
    post('/sales', saleBody(await createParties(), { pedido: (await openSale()).pedido })),
  'sale.id_externo_taken': async () => {
    const id_externo = word();
    await openSale({ id_externo });
    return post('/sales', saleBody(await createParties(), { id_externo }));
  },
  'sale.transition_invalid': async () =>
    put(`/sales/${(await openSale({ status: 'Entregue' })).id}`, { status: 'Pedido' }),
  'sale.field_fixed': async () => put(`/sales/${(await openSale({ status: 'Enviado' })).id}`, { itens: [item()] }),
  'sale.received': async () => {
    const { id } = await openSale();
    await receive(id);
    return put(`/sales/${id}`, { itens: [item()] });
  },
  'sale.commission_paid': async () => remove(`/sales/${(await paidSale()).id}`),

  'receipt.not_found': async () => remove(`/sales/${(await openSale()).id}/receipts/${unknownId()}`),
  'receipt.exceeds_open': async () => post(`/sales/${(await openSale()).id}/receipts`, { valor: 100.01 }),
  'receipt.instalment_unknown': async () => post(`/sales/${(await openSale()).id}/receipts`, { valor: 1, parcela: 9 }),
  'receipt.too_many': `${salesTests}/commissions/commissions.test.ts`,
  'receipt.sale_cancelled': async () =>
    post(`/sales/${(await openSale({ status: 'Cancelado' })).id}/receipts`, { valor: 1 }),
  'receipt.sale_paid': async () => {
    const { id } = await openSale();
    const receipt = await receive(id);
    await a.put(`/sales/${id}`, { status: 'PAGA' });
    return remove(`/sales/${id}/receipts/${receipt}`);
  },
  'receipt.commission_paid': async () => {
    const { id, receiptId } = await paidSale();
    return remove(`/sales/${id}/receipts/${receiptId}`);
  },

  'commission.summary_too_long': `${salesTests}/reports/reports.test.ts`,
  'payment.not_found': () => remove(`/commissions/payments/${unknownId()}`),
  'payment.sales_not_due': async () => {
    const { id, representada_id } = await openSale();
    return post('/commissions/payments', { representada_id, valor: 5, vendas: [id, unknownId()] });
  },
  'statement.too_long': `${salesTests}/statement/statement-pdf.test.ts`,
  'statement.running': `${salesTests}/statement/statement-pdf.test.ts`,
  'statement.busy': `${salesTests}/busy.test.ts`,
  'reconciliation.month_too_long': `${salesTests}/commissions/commissions.test.ts`,
  'reconciliation.nothing_to_pay': () => reconcile(() => `pedido;valor\n${word()};5,00\n`),
  'reconciliation.sum_not_positive': () => reconcile((pedido) => `pedido;valor\n${pedido};-5,00\n`),
  'reconciliation.recorded': () => reconcile((pedido) => `pedido;valor\n${pedido};5,00\n`, 2),
  'reconciliation.running': `${salesTests}/commissions/commissions.test.ts`,
  'reconciliation.busy': `${salesTests}/busy.test.ts`,

  'report.too_long': `${salesTests}/reports/reports.test.ts`,
  'report.too_many_clients': `${salesTests}/reports/reports.test.ts`,
  'report.running': `${salesTests}/reports/reports.test.ts`,
  'report.busy': `${salesTests}/busy.test.ts`,

  'import.running': `${gatewayTests}/forwarding/imports.test.ts`,
  'import.busy': `${gatewayTests}/forwarding/imports.test.ts`,
  'import.file_too_large': () => post('/clients/import', 'x\n'.repeat(11_000_000)),
  'import.file_incomplete': `${gatewayTests}/forwarding/receive-body.test.ts`,
  'export.running': 'libs/tables/test/exports/export-records.test.ts',
  'export.busy': 'libs/tables/test/exports/export-records.test.ts',
};
