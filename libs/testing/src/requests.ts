import { randomUUID } from 'node:crypto';
import { headers } from '@representa/contracts';

export const testSecret = 'a secret for tests only';

/** The headers with which the gateway speaks for a company. */
export const asEmpresa = (empresa_id: string = randomUUID()): Record<string, string> => ({
  [headers.empresaId]: empresa_id,
  [headers.empresaTimeZone]: 'America/Sao_Paulo',
  [headers.keyId]: '01890000-0000-7000-8000-0000000000aa',
  [headers.keyPrefix]: 'rep_test',
  [headers.callerAddress]: '203.0.113.7',
  [headers.gatewaySecret]: testSecret,
  [headers.requestId]: randomUUID(),
});

/** For errors as of RFC 9457, which name their code. */
export const asksForProblem = { accept: 'application/problem+json' } as const;

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
