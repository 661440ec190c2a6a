import { randomUUID } from 'node:crypto';

/** Bodies that are right in every field; a test changes the one it is about. */
export const clientBody = (changes: object = {}) => ({
  nome: 'Mercado São José',
  email: `${randomUUID()}@exemplo.com.br`,
  telefone: '(11) 98765-4321',
  cidade: 'São Paulo',
  estado: 'SP',
  ...changes,
});

export const representadaBody = (changes: object = {}) => ({ nome: 'Indústria Aurora', ...changes });

export const productBody = (changes: object = {}) => ({
  id: `SKU-${randomUUID()}`,
  nome: 'Café torrado 500 g',
  preco: 18.9,
  ...changes,
});

export const saleBody = (clienteId: string, representadaId: string, changes: object = {}) => ({
  clienteId,
  representadaId,
  itens: [
    { produtoId: 'CAFE-500', quantidade: 3, valorUnitario: 0.1 },
    { produtoId: 'ACUCAR-1', quantidade: 2.5, valorUnitario: 4.39 },
  ],
  ...changes,
});
