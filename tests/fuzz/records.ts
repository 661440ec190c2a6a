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
  /** Is in every record of the other company: no answer to the caller may contain it. */
  marker: string;
}

/** Creates a few records of the caller's company and of another one. */
export const createRecords = async (url: string): Promise<Records> => {
  const marker = `SEGREDO${randomUUID().slice(0, 8)}`;
  return { own: await createFor(url, keys.caller, 'Nome'), foreign: await createFor(url, keys.other, marker), marker };
};

const createFor = async (url: string, key: string, nome: string): Promise<Ids> => {
  const create = async (path: string, body: object): Promise<string> => {
    const reply = await fetch(`${url}/api/v1${path}`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (reply.status !== 201) throw new Error(`POST ${path}: ${reply.status} ${await reply.text()}`);
    return ((await reply.json()) as { data: { id: string } }).data.id;
  };
  const ids: Ids = { clients: [], representadas: [], products: [], sales: [] };
  for (let count = 0; count < 5; count++) {
    const clienteId = await create('/clients', clientBody({ nome }));
    const representadaId = await create('/representadas', representadaBody({ nome }));
    ids.clients?.push(clienteId);
    ids.representadas?.push(representadaId);
    ids.products?.push(await create('/products', productBody({ nome })));
    ids.sales?.push(await create('/sales', saleBody(clienteId, representadaId)));
  }
  return ids;
};
