import { clientBody, productBody, representadaBody, saleBody } from '@representa/testing';

export const keys = { caller: 'demo-empresa-a', other: 'demo-empresa-b' };

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
  /** Creates the caller's records again: its requests delete one after the other. */
  renew(): Promise<void>;
}

/**
 * Creates a few records of the caller's company and of another one. `run` is in all their texts, and another one for each run
 * against the same system.
 */
export const createRecords = async (url: string, run: string): Promise<Records> => {
  const marker = `SEGREDO${run}`;
  const keysBefore = await listKeys(url);
  let renewals = 0;
  const createOwn = (): Promise<Ids> =>
    createFor(url, keys.caller, `NOSSO${run}-${String(renewals++).padStart(6, '0')}`);
  const records: Records = {
    own: await createOwn(),
    foreign: await createFor(url, keys.other, marker),
    marker,
    renew: async () => {
      // A company may have only so many, and the fuzzer's requests create some.
      for (const id of await listKeys(url)) if (!keysBefore.includes(id)) await revokeKey(url, id);
      records.own = await createOwn();
    },
  };
  return records;
};

const send = async (method: string, url: string, key: string, body?: object): Promise<unknown> => {
  const reply = await fetch(url, {
    method,
    headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!reply.ok) throw new Error(`${method} ${url}: ${reply.status} ${await reply.text()}`);
  return ((await reply.json()) as { data: unknown }).data;
};

const listKeys = async (url: string): Promise<string[]> =>
  ((await send('GET', `${url}/api/v1/keys`, keys.caller)) as { id: string }[]).map(({ id }) => id);

/** One of the fuzzer's requests may have revoked it meanwhile: then this is a 404. */
const revokeKey = (url: string, id: string): Promise<Response> =>
  fetch(`${url}/api/v1/keys/${id}`, { method: 'DELETE', headers: { 'x-api-key': keys.caller } });

const dayMs = 86_400_000;

/** All texts of the records contain `word`. */
const createFor = async (url: string, key: string, word: string): Promise<Ids> => {
  const ids = { clients: [], representadas: [], products: [], sales: [], receipts: [], commissions: [], keys: [] } as {
    [resource: string]: string[];
  };
  const create = async (resource: string, body: object, path = `/${resource}`): Promise<string> => {
    const { id } = (await send('POST', `${url}/api/v1${path}`, key, body)) as { id: string };
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
    await send('PUT', `${url}/api/v1/sales/${sale}`, key, { motivo: code });
    await create('commissions', { representada_id, valor: 1, referencia: code }, '/commissions/payments');
    await create('keys', { rotulo: code, escopo: 'read', expira_em: new Date(Date.now() + dayMs).toISOString() });
  }
  return ids;
};
