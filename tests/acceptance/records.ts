import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { type Api, a } from './api.ts';

export interface Sale {
  id: string;
  pedido: string;
  data: string;
  cliente_id: string;
  representada_id: string;
  status: string;
  valor_total: number;
  itens: { produto_id: string; quantidade: number; valor_unitario: number; valor_total: number }[];
  created_at: string;
}

export interface SaleSummary extends Omit<Sale, 'itens'> {
  cliente_nome: string;
  representada_nome: string;
  updated_at: string;
}

export interface Client {
  id: string;
  codigo: string;
  nome: string;
  cnpj_cpf: string | null;
  email: string;
  telefone: string;
  endereco: string | null;
  cidade: string;
  estado: string;
  ativo: boolean;
  created_at: string;
  updated_at: string;
}

export interface WholeClient extends Client {
  bairro: string;
  observacao: string;
  segunda: boolean;
  terca: boolean;
  quarta: boolean;
  quinta: boolean;
  sexta: boolean;
}

export interface Product {
  id: string;
  nome: string;
  descricao: string | null;
  preco: number;
  ativo: boolean;
  created_at: string;
  updated_at: string;
  representada_id?: string;
}

export interface Representada {
  id: string;
  nome: string;
  cnpj: string;
  email: string;
  telefone: string;
  endereco: string;
  cidade: string;
  estado: string;
  contato: string;
  observacao: string;
  comissao: number;
  ativo: boolean;
  created_at: string;
  updated_at: string;
}

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

const create = async <T>(api: Api, path: string, body: unknown): Promise<T> => {
  const reply = await api.post<T>(path, body);
  expect(reply.status, reply.text).toBe(201);
  return reply.json.data;
};

export const createClient = (changes: object = {}, api = a): Promise<Client> =>
  create(api, '/clients', clientBody(changes));
export const createProduct = (changes: object = {}, api = a): Promise<Product> =>
  create(api, '/products', productBody(changes));
export const createRepresentada = (changes: object = {}, api = a): Promise<Representada> =>
  create(api, '/representadas', representadaBody(changes));
export const createParties = async (api = a): Promise<Parties> => {
  const [client, representada] = await Promise.all([createClient({}, api), createRepresentada({}, api)]);
  return { clienteId: client.id, representadaId: representada.id };
};
export const createSale = (parties: Parties, changes: object = {}, api = a): Promise<Sale> =>
  create(api, '/sales', saleBody(parties, changes));

export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));
