import { randomUUID } from 'node:crypto';
import type { Schemas } from '@representa/client';
import { a } from './api.ts';

export type Sale = Schemas['Sale'];
export type SaleSummary = Schemas['SaleSummary'];
/** As creations and lists show it. */
export type Client = Schemas['ClientSummary'];
export type WholeClient = Schemas['Client'];
export type Product = Schemas['Product'];
export type Representada = Schemas['Representada'];

/** A unique word, so that runs and test files do not affect each other. */
export const word = (): string => `w${randomUUID().replaceAll('-', '').slice(0, 16)}`;
export const unknownId = (): string => randomUUID();

export const clientBody = (changes: object = {}) => ({
  nome: 'Mercado São José',
  email: `${word()}@exemplo.com.br`,
  telefone: '(11) 98765-4321',
  cidade: 'São Paulo',
  estado: 'SP',
  ...changes,
});
export const productBody = (changes: object = {}) => ({
  id: `SKU-${word()}`,
  nome: 'Café 500 g',
  preco: 18.9,
  ...changes,
});
export const representadaBody = (changes: object = {}) => ({ nome: 'Indústria Aurora', ...changes });

export const item = (quantidade: unknown = 1, valorUnitario: unknown = 10, produtoId: unknown = 'CAFE-500') => ({
  produtoId,
  quantidade,
  valorUnitario,
});

export interface Parties {
  clienteId: string;
  representadaId: string;
}
export const saleBody = ({ clienteId, representadaId }: Parties, changes: object = {}) => ({
  clienteId,
  representadaId,
  itens: [item()],
  ...changes,
});

/** What a test needs is created by the client that callers install: it throws unless it succeeds. */
export const createClient = async (changes: Partial<Schemas['NewClient']> = {}, { client } = a): Promise<Client> =>
  (await client.POST('/api/v1/clients', { body: { ...clientBody(), ...changes } })).body.data;
export const createProduct = async (changes: Partial<Schemas['NewProduct']> = {}, { client } = a): Promise<Product> =>
  (await client.POST('/api/v1/products', { body: { ...productBody(), ...changes } })).body.data;
export const createRepresentada = async (
  changes: Partial<Schemas['NewRepresentada']> = {},
  { client } = a,
): Promise<Representada> =>
  (await client.POST('/api/v1/representadas', { body: { ...representadaBody(), ...changes } })).body.data;
export const createParties = async (api = a): Promise<Parties> => {
  const [client, representada] = await Promise.all([createClient({}, api), createRepresentada({}, api)]);
  return { clienteId: client.id, representadaId: representada.id };
};
/** `item` makes items of any values, so the types cannot check them here. Its products need not exist. */
export const createSale = async (parties: Parties, changes: object = {}, { client } = a): Promise<Sale> => {
  const body = saleBody(parties, changes) as Schemas['NewSale'];
  return (await client.POST('/api/v1/sales', { body, headers: { prefer: 'handling=lenient' } })).body.data;
};

export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));

/** Fifteen at a time: a company's writes are committed one after the other, and on a slow disk a hundred are too many at once. */
export const createMany = async <T>(count: number, create: (index: number) => Promise<T>): Promise<T[]> => {
  const created: T[] = [];
  while (created.length < count) {
    const first = created.length;
    created.push(...(await Promise.all(times(Math.min(15, count - first), (i) => create(first + i)))));
  }
  return created;
};
