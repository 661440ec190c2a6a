import { expect } from 'vitest';
import type { Issue, Reply } from './reply.ts';

export const invalidInput = 'Dados de entrada inválidos';
export const required = 'Campo obrigatório';

/** The exact members of every reply, from the contract. */
export const members = {
  sale: 'id pedido data cliente_id representada_id status valor_total itens created_at',
  saleItem: 'produto_id quantidade valor_unitario valor_total',
  saleSummary:
    'id pedido data cliente_id cliente_nome representada_id representada_nome status valor_total created_at updated_at',
  client: 'id codigo nome cnpj_cpf email telefone endereco cidade estado ativo created_at updated_at',
  wholeClient:
    'id codigo nome cnpj_cpf email telefone endereco bairro cidade estado observacao ativo segunda terca quarta quinta sexta created_at updated_at',
  product: 'id nome descricao preco ativo created_at updated_at',
  productOfRepresentada: 'id nome descricao preco ativo representada_id created_at updated_at',
  representada:
    'id nome cnpj email telefone endereco cidade estado contato observacao comissao ativo created_at updated_at',
  record: 'success data',
  deleted: 'success message',
  page: 'data page limit total',
  pageWithSuccess: 'success data page limit total',
};

export const expectMembers = (value: object, names: string): void =>
  expect(Object.keys(value).sort()).toEqual(names.split(' ').sort());

export const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
export const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

export const expectTimestamp = (value: string): void => {
  expect(value).toMatch(isoTime);
  // Accepts clocks that differ by minutes, refuses a wrong time zone.
  expect(Math.abs(Date.parse(value) - Date.now())).toBeLessThan(10 * 60_000);
};

export const expectError = (reply: Reply, status: number, error?: string): void => {
  expect(reply.status, reply.text).toBe(status);
  if (error !== undefined) expect(reply.json.error).toBe(error);
};

/** `details` of sale and client creation: messages by field. */
export const fieldErrors = (reply: Reply): Record<string, string> => {
  expectError(reply, 400, invalidInput);
  expect(reply.json.details, reply.text).toBeTypeOf('object');
  expect(Array.isArray(reply.json.details), reply.text).toBe(false);
  return reply.json.details as Record<string, string>;
};

/** `details` of every other operation: an array of issues. */
export const issues = (reply: Reply): Issue[] => {
  expectError(reply, 400, invalidInput);
  expect(Array.isArray(reply.json.details), reply.text).toBe(true);
  return reply.json.details as Issue[];
};

export const expectFieldError = (reply: Reply, field: string): void =>
  expect(Object.keys(fieldErrors(reply)), reply.text).toContain(field);

export const expectIssue = (reply: Reply, field: string): Issue => {
  const issue = issues(reply).find(({ path }) => path[0] === field);
  expect(issue, reply.text).toBeDefined();
  return issue as Issue;
};

/** Newest first: by creation time, then by id. */
export const expectNewestFirst = (rows: { id: string; created_at: string }[]): void => {
  const order = rows.map(({ created_at, id }) => `${new Date(created_at).toISOString()} ${id}`);
  expect(order).toEqual([...order].sort().reverse());
};
