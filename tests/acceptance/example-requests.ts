import { a, prefix } from './api.ts';
import { type DocumentedOperation, openapi } from './openapi.ts';
import { createClient, createParties, createProduct, createRepresentada, createSale, word } from './records.ts';

export interface Case extends DocumentedOperation {
  title: string;
  method: string;
  path: string;
}

export const operations: Case[] = Object.entries(openapi.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    ...operation,
    title: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path: path.slice(prefix.length),
  })),
);

const createOne: Record<string, () => Promise<{ id: string }>> = {
  sales: async () => createSale(await createParties()),
  clients: () => createClient(),
  products: () => createProduct(),
  representadas: () => createRepresentada(),
  keys: async () => (await a.post<{ id: string }>('/keys', { rotulo: word(), escopo: 'read' })).json.data,
  commissions: () => createPayment(),
};

const createOpenSale = async () =>
  createSale(await createParties(), {
    status: 'Pedido',
    itens: [{ produtoId: 'A', quantidade: 10, valorUnitario: 10 }],
  });

const createPayment = async (): Promise<{ id: string }> => {
  const { representadaId: representada_id } = await createParties();
  return (await a.post<{ id: string }>('/commissions/payments', { representada_id, valor: 5 })).json.data;
};

const ofRepresentada = async (): Promise<string> => `representada_id=${(await createRepresentada()).id}`;

/** The parameters that an operation needs. */
export const neededQuery: Record<string, () => Promise<string>> = {
  '/commissions/statement': async () => `?${await ofRepresentada()}`,
  '/commissions/termination': async () => `?${await ofRepresentada()}&inicio=2020-01-01&data=2026-01-01`,
  '/commissions/reconcile': async () => `?${await ofRepresentada()}`,
  '/reports/sales': async () => '?por=mes&de=2026-01-01&ate=2026-12-31',
  '/reports/route': async () => '?dia=segunda',
};

export const withId = (path: string, id: string): string => path.replace('{id}', encodeURIComponent(id));

/** The path of a record that exists. */
export const fill = async (path: string): Promise<string> => {
  const [, resource = ''] = path.split('/');
  if (path.includes('/receipts')) {
    const { id } = await createOpenSale();
    const receipt = await a.post<{ id: string }>(`/sales/${id}/receipts`, { valor: 10 });
    return withId(path, id).replace('{receiptId}', receipt.json.data.id);
  }
  return path.includes('{id}') ? withId(path, (await createOne[resource]?.())?.id ?? '') : path;
};

/** The document's example, with values that may be used once replaced by new ones, and references by real ones. */
export const bodyOf = async (operation: DocumentedOperation): Promise<Record<string, unknown> | undefined> => {
  const example = operation.requestBody?.content['application/json']?.example as Record<string, unknown> | undefined;
  if (!example) return undefined;
  const parties = await createParties();
  const fresh: Record<string, unknown> = {
    id: word(),
    email: `${word()}@exemplo.com.br`,
    codigo: word(),
    pedido: word(),
    cnpj: null,
    cnpj_cpf: null,
    ...parties,
    representada_id: parties.representadaId,
  };
  return Object.fromEntries(
    Object.entries(example).map(([name, value]) => [name, name in fresh ? fresh[name] : value]),
  );
};

export const send = async ({ method, path }: Case, body: unknown, query = '', headers = {}) =>
  body === undefined
    ? a.send(method, `${path}${query}`, { headers })
    : a.send(method, `${path}${query}`, {
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
