import { cnpjOrCpf, email, estado, phone } from '@representa/brazil';
import {
  blankAsEmpty,
  blankAsNull,
  booleanQuery,
  line,
  listQuery,
  orderedBy,
  pageOrCursor,
  positionParts,
  recordId,
  searchText,
  text,
  timestamp,
} from '@representa/service-kit';
import { formato } from '@representa/tables';
import { z } from 'zod';

const weekday = z.boolean();
const codigo = line(1, 50);
const endereco = text(500);
const bairro = text(100);
const observacao = text(5_000);

export const createClientBody = z.object({
  nome: line(3, 255),
  email,
  telefone: phone,
  cidade: line(1, 100),
  estado,
  cnpj_cpf: blankAsNull(cnpjOrCpf),
  endereco: blankAsNull(endereco),
  codigo: codigo.nullish().describe('Código, único na empresa; sem ele, o serviço gera `CLI` e um número'),
  ativo: z.boolean().default(true),
  bairro: blankAsEmpty(bairro).default(''),
  observacao: blankAsEmpty(observacao).default(''),
  segunda: weekday.default(false),
  terca: weekday.default(false),
  quarta: weekday.default(false),
  quinta: weekday.default(false),
  sexta: weekday.default(false),
});

export type NewClient = z.output<typeof createClientBody>;

/** Only what is sent is changed; null clears what may be empty. A client as it is read can be sent back. */
export const updateClientBody = z
  .object({
    codigo,
    nome: line(1, 255),
    email,
    telefone: blankAsEmpty(phone),
    cnpj_cpf: blankAsNull(cnpjOrCpf),
    endereco: blankAsNull(endereco),
    bairro: blankAsEmpty(bairro),
    cidade: blankAsEmpty(line(0, 100)),
    estado: blankAsEmpty(estado),
    observacao: blankAsEmpty(observacao),
    ativo: z.boolean(),
    segunda: weekday,
    terca: weekday,
    quarta: weekday,
    quinta: weekday,
    sexta: weekday,
  })
  .partial();

export type ClientChanges = z.output<typeof updateClientBody>;

/** A client as its reading and its update show it: with all fields. */
export const clientRecord = z.object({
  id: z.guid(),
  codigo: z.string(),
  nome: z.string(),
  cnpj_cpf: z.string().nullable(),
  email: z.string(),
  telefone: z.string(),
  endereco: z.string().nullable(),
  bairro: z.string(),
  cidade: z.string(),
  estado: z.string(),
  observacao: z.string(),
  ativo: z.boolean(),
  segunda: z.boolean(),
  terca: z.boolean(),
  quarta: z.boolean(),
  quinta: z.boolean(),
  sexta: z.boolean(),
  created_at: timestamp,
  updated_at: timestamp,
});

export type Client = z.output<typeof clientRecord>;

/** A client as its creation and the list show it (contract, "Client"). */
export const clientSummary = clientRecord.omit({
  bairro: true,
  observacao: true,
  segunda: true,
  terca: true,
  quarta: true,
  quinta: true,
  sexta: true,
});

export type ClientSummary = z.output<typeof clientSummary>;

/** A client as the report of a route shows it. */
export type VisitedClient = Pick<
  Client,
  'id' | 'codigo' | 'nome' | 'telefone' | 'endereco' | 'bairro' | 'cidade' | 'estado'
>;

export const clientOrders = ['nome', '-nome'] as const;

/** Numbers, emails and codes are found in any spelling that creation accepts. */
export const clientFilters = {
  search: searchText,
  ativo: booleanQuery,
  estado: estado.describe('Somente clientes deste estado').optional(),
  cidade: line(1, 100).describe('Somente clientes desta cidade, sem distinguir maiúsculas nem acentos').optional(),
  dia: z
    .enum(['segunda', 'terca', 'quarta', 'quinta', 'sexta'])
    .describe('Somente clientes atendidos neste dia da semana')
    .optional(),
  cnpj_cpf: cnpjOrCpf.describe('Somente o cliente com este CNPJ ou CPF, com ou sem pontuação').optional(),
  telefone: phone.describe('Somente clientes com este telefone, em qualquer formato usual').optional(),
  email: email.describe('Somente o cliente com este email').optional(),
  codigo: codigo.describe('Somente o cliente com este código').optional(),
};

const ordenar = orderedBy(clientOrders);

export const listClientsQuery = listQuery(z.object({ ...pageOrCursor, ...clientFilters, ordenar }));
export const exportClientsQuery = z.object({ ...clientFilters, formato, ordenar });

export type ClientsSelection = Omit<z.output<typeof exportClientsQuery>, 'formato'>;
export type ClientFilters = z.output<z.ZodObject<typeof clientFilters>>;

export const clientPositions = {
  created_at: z.tuple([positionParts.id]),
  nome: z.tuple([positionParts.text, positionParts.id]),
};

export const clientParams = z.object({ id: recordId });
