import { cnpjOrCpf, email, estado, phone } from '@representa/brazil';
import {
  defineRecord,
  externalIdField,
  externalIdQuery,
  idOrExternal,
  inDetail,
  readOnly,
  required,
  type ShownBy,
  type SummaryOf,
  textOrEmpty,
  textOrNull,
  withDefault,
} from '@representa/records';
import {
  blankAsEmpty,
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

const codigo = line(1, 50);

const weekday = (day: string) =>
  inDetail(withDefault(z.boolean().meta({ description: `Se o cliente é atendido ${day}` }), false));

/**
 * A client: each field once, in the order of replies. A new field also needs its column, in a migration. What a creation demands may be
 * emptied by an update, so that a client as it is read can be sent back.
 */
export const client = defineRecord(
  {
    table: 'client',
    resource: 'clients',
    isReferenced: true,
    generated: { codigo: 'next_client_code(numbered.empresa_id)' },
  },
  {
    id: readOnly(z.guid()),
    codigo: required(codigo.meta({ description: 'Código, único na empresa', examples: ['CLI0001'] }), {
      create: codigo.nullish().describe('Código, único na empresa; sem ele, o serviço gera `CLI` e um número'),
    }),
    nome: required(line(1, 255).meta({ description: 'Nome ou razão social', examples: ['Mercado São José'] }), {
      create: line(3, 255),
    }),
    cnpj_cpf: textOrNull(
      cnpjOrCpf.meta({
        description: 'CNPJ (também alfanumérico) ou CPF, com ou sem pontuação; guardado sem ela',
        examples: ['11222333000181'],
      }),
    ),
    email: required(email.meta({ description: 'Email, único no sistema', examples: ['compras@saojose.com.br'] })),
    telefone: required(
      phone.meta({
        description: 'Telefone com DDD, em qualquer formato usual; guardado em E.164',
        examples: ['+5511987654321'],
      }),
      { update: blankAsEmpty(phone) },
    ),
    endereco: textOrNull(text(500).meta({ description: 'Endereço completo', examples: ['Rua das Flores, 100'] })),
    bairro: inDetail(textOrEmpty(text(100).meta({ description: 'Bairro', examples: ['Centro'] }))),
    cidade: required(line(1, 100).meta({ description: 'Cidade', examples: ['São Paulo'] }), {
      update: blankAsEmpty(line(0, 100)),
    }),
    estado: required(estado.meta({ description: 'Sigla do estado, com 2 letras', examples: ['SP'] }), {
      update: blankAsEmpty(estado),
    }),
    observacao: inDetail(
      textOrEmpty(text(5_000).meta({ description: 'Anotações livres', examples: ['Recebe só de manhã'] })),
    ),
    ativo: withDefault(z.boolean().meta({ description: 'Só clientes ativos podem receber vendas' }), true),
    segunda: weekday('às segundas'),
    terca: weekday('às terças'),
    quarta: weekday('às quartas'),
    quinta: weekday('às quintas'),
    sexta: weekday('às sextas'),
    created_at: readOnly(timestamp),
    updated_at: readOnly(timestamp),
    id_externo: externalIdField,
  },
);

/** With all fields, as a read shows it. */
export type Client = ShownBy<typeof client>;

/** As its creation and the list show it (contract, "Client"). */
export type ClientSummary = SummaryOf<typeof client>;

/** What the report of a route shows of a client. */
export const visitedFields = ['id', 'codigo', 'nome', 'telefone', 'endereco', 'bairro', 'cidade', 'estado'] as const;
export type VisitedClient = Pick<Client, (typeof visitedFields)[number]>;

export const clientOrders = ['nome', '-nome'] as const;

export const day = z.enum(['segunda', 'terca', 'quarta', 'quinta', 'sexta']);

/** Numbers, emails and codes are found in any spelling that creation accepts. */
export const clientFilters = {
  search: searchText,
  ativo: booleanQuery,
  estado: estado.describe('Somente clientes deste estado').optional(),
  cidade: line(1, 100).describe('Somente clientes desta cidade, sem distinguir maiúsculas nem acentos').optional(),
  dia: day.describe('Somente clientes atendidos neste dia da semana').optional(),
  cnpj_cpf: cnpjOrCpf.describe('Somente o cliente com este CNPJ ou CPF, com ou sem pontuação').optional(),
  telefone: phone.describe('Somente clientes com este telefone, em qualquer formato usual').optional(),
  email: email.describe('Somente o cliente com este email').optional(),
  codigo: codigo.describe('Somente o cliente com este código').optional(),
  id_externo: externalIdQuery,
};

export const ordenar = orderedBy(clientOrders);

export const listClientsQuery = listQuery(z.object({ ...pageOrCursor, ...clientFilters, ordenar }));
export const exportClientsQuery = z.object({ ...clientFilters, formato, ordenar });

export type ClientsSelection = Omit<z.output<typeof exportClientsQuery>, 'formato'>;
export type ClientFilters = z.output<z.ZodObject<typeof clientFilters>>;

export const clientPositions = {
  created_at: z.tuple([positionParts.id]),
  nome: z.tuple([positionParts.text, positionParts.id]),
};

export const clientParams = z.object({ id: idOrExternal(recordId, '01990c3e-7a10-7c3b-9d1f-2f6a5b8c9d0e') });
