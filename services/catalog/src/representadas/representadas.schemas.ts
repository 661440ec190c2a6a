import { cnpj, email, estado, phone } from '@representa/brazil';
import { comissaoQuando } from '@representa/contracts';
import {
  defineRecord,
  externalIdField,
  externalIdQuery,
  idOrExternal,
  readOnly,
  required,
  type ShownBy,
  textOrEmpty,
  whenSet,
  withDefault,
} from '@representa/records';
import {
  booleanQuery,
  decimal,
  eitherPage,
  line,
  listQuery,
  listReply,
  numberedPage,
  orderedBy,
  pageOrCursor,
  positionParts,
  recordId,
  searchText,
  text,
  timestamp,
} from '@representa/service-kit';
import { replyShownAs } from '@representa/service-kit/openapi';
import { formato } from '@representa/tables';
import { z } from 'zod';

const codigo = line(1, 50);

/** A representada: each field once, in the order of replies. A new field also needs its column, in a migration. */
export const representada = defineRecord(
  { table: 'representada', resource: 'representadas', isReferenced: true },
  {
    id: readOnly(z.guid()),
    nome: required(line(1, 255).meta({ description: 'Nome ou razão social', examples: ['Indústria Aurora'] })),
    cnpj: textOrEmpty(
      cnpj.meta({
        description: 'CNPJ (também alfanumérico), com ou sem pontuação; único na empresa',
        examples: ['12ABC34501DE35'],
      }),
    ),
    email: textOrEmpty(email.meta({ description: 'Email de contato', examples: ['vendas@aurora.ind.br'] })),
    telefone: textOrEmpty(
      phone.meta({ description: 'Telefone de contato; guardado em E.164', examples: ['+551133334444'] }),
    ),
    endereco: textOrEmpty(text(500).meta({ description: 'Endereço', examples: ['Av. Brasil, 1500'] })),
    cidade: textOrEmpty(line(0, 100).meta({ description: 'Cidade', examples: ['Campinas'] })),
    estado: textOrEmpty(estado.meta({ description: 'Sigla do estado, com 2 letras', examples: ['SP'] })),
    contato: textOrEmpty(line(0, 255).meta({ description: 'Nome da pessoa de contato', examples: ['Ana'] })),
    observacao: textOrEmpty(text(5_000).meta({ description: 'Anotações livres', examples: ['Recebe só de manhã'] })),
    comissao: withDefault(decimal(100).meta({ description: 'Percentual de comissão', examples: [5] }), '0'),
    ativo: withDefault(z.boolean().meta({ description: 'Se a representada está ativa' }), true),
    created_at: readOnly(timestamp),
    updated_at: readOnly(timestamp),
    comissao_quando: whenSet(
      comissaoQuando.meta({
        description: 'Quando a comissão é devida: `recebimento` (a regra da lei, se omitido) ou `faturamento`',
        examples: ['recebimento'],
      }),
    ),
    comissao_dia: whenSet(
      z
        .int()
        .min(1)
        .max(31)
        .meta({
          description: 'Dia do mês seguinte em que a comissão vence: 15, se omitido; em mês mais curto, o último dia',
          examples: [15],
        }),
    ),
    id_externo: externalIdField,
    codigo: whenSet(codigo.meta({ description: 'Código, único na empresa; `null` o remove', examples: ['AURORA'] })),
  },
);

/** Each row of an import has its code: without it, a file that is sent again would create its representadas again. */
export const importedRepresentada = {
  ...representada,
  importable: { ...representada.importable, schema: representada.createBody.extend({ codigo }) as z.ZodObject },
};

export type Representada = ShownBy<typeof representada>;

/** The only list that carries `success` (contract, "Endpoints"); not with a cursor. */
export const representadasPage = replyShownAs(
  z.object({ success: z.literal(true).optional(), ...listReply(representada.summary).shape }),
  eitherPage(representada.summary, z.object({ success: z.literal(true), ...numberedPage(representada.summary).shape })),
);

const representadaFilters = {
  search: searchText,
  ativo: booleanQuery,
  codigo: codigo.meta({ description: 'Somente a representada com este código', examples: ['REP-01'] }).optional(),
  id_externo: externalIdQuery,
};

export const representadaOrders = ['nome', '-nome'] as const;

export const ordenar = orderedBy(representadaOrders);

export const listRepresentadasQuery = listQuery(z.object({ ...pageOrCursor, ...representadaFilters, ordenar }));
export const exportRepresentadasQuery = z.object({ ...representadaFilters, formato, ordenar });

export type RepresentadasSelection = Omit<z.output<typeof exportRepresentadasQuery>, 'formato'>;
export type RepresentadaFilters = z.output<z.ZodObject<typeof representadaFilters>>;

export const representadaPositions = {
  created_at: z.tuple([positionParts.id]),
  nome: z.tuple([positionParts.text, positionParts.id]),
};

export const representadaParams = z.object({ id: idOrExternal(recordId, '01990c3e-7a10-7c3b-9d1f-6b7c8d9e0f1a') });
