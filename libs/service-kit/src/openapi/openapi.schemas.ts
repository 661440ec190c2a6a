import { type ErrorCode, faults, problems } from '@representa/contracts';
import { z } from 'zod';
import { type Fields, nameSchemas } from './json-schema.ts';

/** The error bodies of the contract ("Errors"): without `details`, and with each of its two shapes. */
const error = z.string();

export const errorBody = z.object({ error, details: z.union([z.looseObject({}), z.array(z.unknown())]).optional() });

export const fieldsErrorBody = z.object({ error, details: z.record(z.string(), z.string()).optional() });

const issue = z.object({
  code: z.string(),
  message: z.string(),
  path: z.array(z.string()),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  type: z.string().optional(),
  inclusive: z.boolean().optional(),
  exact: z.boolean().optional(),
  validation: z.string().optional(),
});

export type ContractIssue = z.output<typeof issue>;

export const issuesErrorBody = z.object({ error, details: z.array(issue).optional() });

/** A faulty row of an import. */
const rowFault = z.object({ linha: z.int(), campos: z.record(z.string(), z.string()) });
const rowFaults = z.object({ total: z.int(), linhas: z.array(rowFault) });

export const rowsErrorBody = z.object({ error, details: z.union([z.array(issue), rowFaults]).optional() });

const errorCode = z.enum(Object.keys(problems) as ErrorCode[]).meta({
  description: 'O tipo do erro, para programas: não muda. Versões novas podem ter outros',
});
const faultCode = z.enum(Object.keys(faults) as (keyof typeof faults)[]).meta({
  description: 'O que há de errado com um campo, para programas: não muda. Versões novas podem ter outros',
});

/** What is wrong with a field, in an error as of RFC 9457. */
const problemFault = z.object({
  campo: z.string().meta({
    description: 'O campo ou parâmetro; `body`, o corpo inteiro; `linha`, a linha inteira do arquivo',
    examples: ['itens.0.quantidade'],
  }),
  codigo: z.union([faultCode, errorCode]),
  mensagem: z.string().meta({ description: 'O problema, em uma frase', examples: ['Campo obrigatório'] }),
  linha: z.int().optional(),
});

/** An error as of RFC 9457. */
export const problemBody = z.object({
  type: z.string().meta({ format: 'uri-reference', description: 'Onde o erro está explicado' }),
  title: z.string().meta({ description: 'O tipo do erro, em uma frase' }),
  status: z.int(),
  detail: z.string().meta({ description: 'O que aconteceu, em uma frase' }),
  codigo: errorCode,
  request_id: z.string().meta({ description: 'O `x-request-id` da resposta' }),
  errors: z.array(problemFault).meta({ description: 'Cada problema da entrada; vazia quando não há' }),
  details: z.looseObject({}).optional().meta({ description: 'Fatos sobre o que impede a operação' }),
});

nameSchemas({
  ErrorCode: errorCode,
  FaultCode: faultCode,
  Problem: problemBody,
  ProblemFault: problemFault,
  ErrorBody: errorBody,
  FieldsErrorBody: fieldsErrorBody,
  IssuesErrorBody: issuesErrorBody,
  RowsErrorBody: rowsErrorBody,
  Issue: issue,
  RowFaults: rowFaults,
  RowFault: rowFault,
});

export const errorFields: Fields = {
  error: { description: 'O que aconteceu, em uma frase', examples: ['Dados de entrada inválidos'] },
  details: { description: 'Cada problema da entrada, ou o que impede a operação' },
  linha: { description: 'Número da linha no arquivo; o cabeçalho é a primeira', examples: [2] },
  campos: { description: 'O problema de cada campo da linha' },
  linhas: { description: 'As primeiras 100 linhas com erro' },
  total: { description: 'Quantas linhas têm erro', examples: [1] },
  code: { description: 'Tipo do problema', examples: ['too_small'] },
  message: { description: 'O problema, em uma frase', examples: ['Deve ser no mínimo 0'] },
  path: { description: 'Onde está o campo', examples: [['preco']] },
  minimum: { description: 'O mínimo aceito' },
  maximum: { description: 'O máximo aceito' },
  type: { description: 'Tipo do valor que está fora do limite' },
  inclusive: { description: 'Se o próprio limite é aceito' },
  exact: { description: 'Se só o próprio limite é aceito' },
  validation: { description: 'Formato que o texto deve ter' },
};

/** The fields of replies around their records. */
export const envelopeFields: Fields = {
  success: { description: 'Sempre `true` em respostas de sucesso', examples: [true] },
  message: { description: 'O que foi feito' },
  data: { description: 'O registro, ou os registros da página' },
  page: { description: 'Número da página', examples: [1] },
  limit: { description: 'Registros por página', examples: [20] },
  total: { description: 'Registros em todas as páginas', examples: [1] },
  next_cursor: { description: 'Cursor da próxima página; `null` na última' },
};

export const recordFields: Fields = {
  id: { description: 'Identificador, dado pelo serviço', examples: ['01990c3e-7a10-7c3b-9d1f-2f6a5b8c9d0e'] },
  created_at: { description: 'Momento da criação', examples: ['2026-07-01T12:00:00.000Z'] },
  updated_at: { description: 'Momento da última alteração', examples: ['2026-07-01T12:00:00.000Z'] },
};

export const parameterFields: Fields = {
  id: { description: 'Identificador do registro' },
  page: { description: 'Número da página, a partir de 1' },
  limit: { description: 'Registros por página: 20 se omitido, no máximo 100 (acima disso vale 100)' },
  search: {
    description:
      'Texto a procurar: em qualquer parte, sem distinguir maiúsculas nem acentos; vazio, não há busca: todos os registros são mostrados',
    examples: ['aurora'],
  },
  ativo: { description: '`true`: somente ativos; `false`: somente inativos; sem ele, todos', examples: [true] },
  cursor: {
    examples: [''],
    description:
      'O `next_cursor` da página anterior; vazio na primeira. Substitui `page`: a resposta traz `next_cursor` em vez de `page` e `total`, e uma página distante não custa mais que a primeira. Vale somente com os mesmos filtros e a mesma ordem',
  },
  ordenar: { description: 'Ordem dos registros; com `-`, decrescente' },
};

export const replyTitles: Record<number, string> = {
  200: 'Sucesso',
  201: 'Criado',
  204: 'Sem conteúdo',
  304: 'Não mudou',
  400: 'Dados de entrada inválidos',
  404: 'Não encontrado',
  409: 'Conflito com os registros existentes',
  410: 'Não existe mais',
  412: 'O registro mudou',
  413: 'Corpo grande demais',
  415: 'Tipo de conteúdo não aceito',
  422: 'Chave de idempotência de outra requisição',
  429: 'Requisições demais',
  500: 'Falha interna',
  503: 'Serviço indisponível',
};
