import { randomUUID } from 'node:crypto';
import { type Addresses, freePort, type StackProcesses, startProcesses } from '@representa/local-stack';
import { clientBody, productBody, representadaBody, saleBody, until } from '@representa/testing';

const token = 'the-operators-token-of-the-upgrade-test';

interface System {
  processes: StackProcesses;
  /** Where the documents are, and the operations under `/api/` and `/admin/`. */
  urls: { api: string; admin: string };
}

export const startSystem = async (servers: Addresses): Promise<System> => {
  const port = await freePort();
  const admin = { host: '127.0.0.1', port };
  const processes = await startProcesses(servers, { logLevel: 'warn', admin, env: { ADMIN_TOKEN: token } });
  return { processes, urls: { api: processes.url, admin: `http://127.0.0.1:${port}` } };
};

/** As in the document: `PUT /api/v1/sales/{id}`. */
type Operation = `${'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'GET'} /${string}`;

/** The operations of both documents that write. */
export const writingOperations = async ({ urls }: System): Promise<string[]> => {
  const documents = await Promise.all(
    Object.values(urls).map(async (url) => {
      // Until every service has described its part, it is a 503.
      await until('the document is there', async () => (await fetch(`${url}/openapi.json`)).ok);
      return (await (await fetch(`${url}/openapi.json`)).json()) as { paths: object };
    }),
  );
  return documents
    .flatMap(({ paths }) => Object.entries(paths))
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
    .filter((operation) => /^(POST|PUT|PATCH|DELETE) /.test(operation));
};

// biome-ignore lint/suspicious/noExplicitAny: the data of any operation
type Send = (operation: Operation, params?: Record<string, string>, body?: object | string) => Promise<any>;

/** Sends as one company, and as the operator. Throws unless it succeeds. `params` that the path does not name are the query's. */
const senderOf = ({ urls }: System, key: string, onAnswered: (operation: Operation) => void): Send => {
  return async (operation, params = {}, body) => {
    const [method = '', template = ''] = operation.split(' ');
    const isAdmin = template.startsWith('/admin/');
    const query = new URLSearchParams(params);
    const path = template.replace(/\{(\w+)\}/g, (_, name) => {
      query.delete(name);
      return params[name] ?? '';
    });
    const reply = await fetch(`${isAdmin ? urls.admin : urls.api}${path}?${query}`, {
      method,
      headers: {
        ...(isAdmin ? { authorization: `Bearer ${token}` } : { 'x-api-key': key }),
        ...(method === 'POST' && { 'idempotency-key': randomUUID() }),
        ...(body && { 'content-type': typeof body === 'string' ? 'text/csv' : 'application/json' }),
      },
      ...(body && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${operation}: ${reply.status} ${text}`);
    onAnswered(operation);
    return JSON.parse(text).data;
  };
};

/** Every operation that writes, and some lists. Leaves a record of each kind. */
const callAll = async (send: Send): Promise<void> => {
  const word = randomUUID();
  const representada = await send('POST /api/v1/representadas', {}, representadaBody({ comissao: 5 }));
  const { id: unused } = await send('POST /api/v1/representadas', {}, representadaBody());
  await send('PUT /api/v1/representadas/{id}', { id: representada.id }, { nome: word, comissao_dia: 10 });
  await send('PATCH /api/v1/representadas/{id}', { id: representada.id }, { comissao: 6 });
  await send('DELETE /api/v1/representadas/{id}', { id: unused });

  await send('POST /api/v1/representadas/import', {}, `codigo;nome\n${word};Indústria\n`);

  const client = await send('POST /api/v1/clients', {}, clientBody());
  const { id: left } = await send('POST /api/v1/clients', {}, clientBody());
  await send('PUT /api/v1/clients/{id}', { id: client.id }, { nome: word, quinta: true });
  await send('PATCH /api/v1/clients/{id}', { id: client.id }, { sexta: true });
  await send('DELETE /api/v1/clients/{id}', { id: left });
  const columns = 'codigo;nome;email;telefone;cidade;estado';
  const row = `${word};Mercado;${word}@exemplo.com.br;(11) 98765-4321;Natal;RN`;
  await send('POST /api/v1/clients/import', {}, `${columns}\n${row}\n`);

  const product = await send('POST /api/v1/products', {}, productBody({ representada_id: representada.id }));
  await send('PUT /api/v1/products/{id}', { id: product.id }, { nome: word, comissao: 7.5 });
  await send('PATCH /api/v1/products/{id}', { id: product.id }, { preco: 9 });
  await send('POST /api/v1/products/import', {}, `id;nome;preco\n${word};Café;1,50\n`);

  const itens = [{ produtoId: product.id, quantidade: 2, valorUnitario: 50 }];
  const body = (changes = {}) => saleBody(client.id, representada.id, { itens, data: '2026-02-10', ...changes });
  const sale = await send('POST /api/v1/sales', {}, body({ status: 'Pedido', pedido: word }));
  const { id: cancelled } = await send('POST /api/v1/sales', {}, body());
  const receipt = await send('POST /api/v1/sales/{id}/receipts', { id: sale.id }, { valor: 40 });
  await send('DELETE /api/v1/sales/{id}/receipts/{receiptId}', { id: sale.id, receiptId: receipt.id });
  await send('POST /api/v1/sales/{id}/receipts', { id: sale.id }, { valor: 60 });
  await send('PUT /api/v1/sales/{id}', { id: sale.id }, { status: 'PAGA', motivo: 'Pago' });
  await send('PATCH /api/v1/sales/{id}', { id: sale.id }, { status: 'Entregue' });
  await send('DELETE /api/v1/sales/{id}', { id: cancelled });

  const representada_id = representada.id;
  await send('POST /api/v1/commissions/adjustments', {}, { representada_id, valor: 2, motivo: 'Meta' });
  const payment = await send('POST /api/v1/commissions/payments', {}, { representada_id, valor: 3 });
  await send('DELETE /api/v1/commissions/payments/{id}', { id: payment.id });
  await send('POST /api/v1/commissions/payments', {}, { representada_id, valor: 1 });
  const query = { representada_id, mes: '2026-03', registrar: 'true' };
  await send('POST /api/v1/commissions/reconcile', query, `pedido;valor\n${word};1,00\n`);

  const key = await send('POST /api/v1/keys', {}, { rotulo: word, escopo: 'read' });
  const rotated = await send('POST /api/v1/keys/{id}/rotate', { id: key.id }, { sobreposicao: 60 });
  for (const { id } of [key, rotated]) await send('DELETE /api/v1/keys/{id}', { id });

  const empresa = await send('POST /admin/v1/empresas', {}, { nome: word });
  await send('PUT /admin/v1/empresas/{id}', { id: empresa.id }, { ativa: false });
  await send('PATCH /admin/v1/empresas/{id}', { id: empresa.id }, { nome: `${word} 2` });
  const { id: key_id } = await send(
    'POST /admin/v1/empresas/{id}/keys',
    { id: empresa.id },
    { rotulo: word, escopo: 'write' },
  );
  await send('DELETE /admin/v1/empresas/{id}/keys/{key_id}', { id: empresa.id, key_id });

  for (const list of ['sales', 'clients', 'products', 'representadas', 'audit'] as const)
    await send(`GET /api/v1/${list}`);
};

/** Calls everything once, as one company, and returns the operations. */
export const callOnce = async (system: System): Promise<Set<string>> => {
  const called = new Set<string>();
  await callAll(senderOf(system, 'demo-empresa-a', (operation) => called.add(operation)));
  return called;
};

export interface Traffic {
  /** How often everything was called, by the company's key, and the errors. */
  rounds: Record<string, number>;
  errors: string[];
  stop(): Promise<void>;
}

/** Two companies call everything again and again. */
export const startTraffic = (system: System): Traffic => {
  const rounds: Record<string, number> = { 'demo-empresa-a': 0, 'demo-empresa-b': 0 };
  const errors: string[] = [];
  let stopped = false;
  const repeat = async (key: string): Promise<void> => {
    const send = senderOf(system, key, () => {});
    while (!stopped) {
      await callAll(send).catch((error: Error) => errors.push(error.message));
      rounds[key] = (rounds[key] ?? 0) + 1;
    }
  };
  const running = Promise.all(Object.keys(rounds).map(repeat));
  const stop = async (): Promise<void> => {
    stopped = true;
    await running;
  };
  return { rounds, errors, stop };
};
