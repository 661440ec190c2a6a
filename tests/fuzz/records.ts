import { randomUUID } from 'node:crypto';
import { clientBody, productBody, representadaBody, saleBody } from '@representa/testing';

const keys = { caller: 'demo-empresa-a', other: 'demo-empresa-b' };

export const kindsOfKey = {
  caller: keys.caller,
  missing: undefined,
  unknown: 'no-such-key',
  inactive: 'demo-empresa-inativa',
} as const;

/** Ids by the resource in the path. */
export type Ids = Record<string, string[]>;

export interface Records {
  own: Ids;
  /** Of the other company. */
  foreign: Ids;
  /** Is in every text of the other company's records: no answer to the caller may contain it. */
  marker: string;
}

/** Creates a few records of the caller's company and of another one. */
export const createRecords = async (url: string): Promise<Records> => {
  const [ours, marker] = ['NOSSO', 'SEGREDO'].map((word) => `${word}${randomUUID().slice(0, 8)}`) as [string, string];
  return { own: await createFor(url, keys.caller, ours), foreign: await createFor(url, keys.other, marker), marker };
};

const dayMs = 86_400_000;

/** All texts of the records contain `word`. */
const createFor = async (url: string, key: string, word: string): Promise<Ids> => {
  const send = async (method: string, path: string, body: object): Promise<string> => {
    const reply = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
    return ((await reply.json()) as { data: { id: string } }).data.id;
  };
  const ids = { clients: [], representadas: [], products: [], sales: [], receipts: [], commissions: [], keys: [] } as {
    [resource: string]: string[];
  };
  const create = async (resource: string, body: object, path = `/${resource}`): Promise<string> => {
    const id = await send('POST', path, body);
    ids[resource]?.push(id);
    return id;
  };
  for (let count = 0; count < 5; count++) {
    const code = `${word}-${count}`;
    const texts = { nome: code, observacao: code };
    const client = await create('clients', clientBody({ ...texts, email: `${code}@exemplo.com.br`, codigo: code }));
    const representada_id = await create('representadas', representadaBody({ ...texts, comissao: 5 }));
    const produtoId = await create('products', productBody({ id: code, nome: code, descricao: code }));
    const itens = [{ produtoId, quantidade: 3, valorUnitario: 10 }];
    const sale = await create('sales', saleBody(client, representada_id, { pedido: code, status: 'Pedido', itens }));
    await create('receipts', { valor: 1 }, `/sales/${sale}/receipts`);
    await send('PUT', `/sales/${sale}`, { motivo: code });
    await create('commissions', { representada_id, valor: 1, referencia: code }, '/commissions/payments');
    await create('keys', { rotulo: code, escopo: 'read', expira_em: new Date(Date.now() + dayMs).toISOString() });
  }
  return ids;
};
