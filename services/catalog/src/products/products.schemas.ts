import {
  type ChangesOf,
  defineRecord,
  externalIdField,
  externalIdQuery,
  fixed,
  idOrExternal,
  isExternal,
  type NewOf,
  readOnly,
  required,
  type ShownBy,
  whenSet,
  withDefault,
} from '@representa/records';
import {
  booleanQuery,
  decimal,
  line,
  listQuery,
  orderedBy,
  pageOrCursor,
  positionParts,
  searchText,
  text,
  timestamp,
} from '@representa/service-kit';
import { formato } from '@representa/tables';
import { z } from 'zod';
import { messages } from './products.errors.ts';

/** Ids that nobody could address: URLs resolve `.` and `..`, and the others are operations (`/products/changes`). */
const dotSegments = ['.', '..'];
const operations = ['changes', 'import', 'export'];
const id = line(1, 100)
  .refine((value) => !dotSegments.includes(value), { error: messages.dotSegment })
  .refine((value) => !operations.includes(value), { error: messages.reservedId })
  .refine((value) => !isExternal(value), { error: messages.externalPrefix });

/** A product: each field once, in the order of replies. A new field also needs its column, in a migration. */
export const product = defineRecord(
  { table: 'product', resource: 'products' },
  {
    id: fixed(
      id.meta({
        description:
          'Código do produto, escolhido por quem o cria; não pode ser `.`, `..`, `changes`, `import` nem `export`, nem começar com `externo:`',
        examples: ['CAFE-500'],
      }),
    ),
    nome: required(line(1, 255).meta({ description: 'Nome', examples: ['Café torrado 500 g'] })),
    descricao: withDefault(
      text(5_000)
        .nullable()
        .meta({ description: 'Descrição; `null` a remove', examples: ['Moído, embalagem a vácuo'] }),
      null,
    ),
    preco: required(decimal(999_999_999).meta({ description: 'Preço unitário em reais', examples: [18.9] })),
    ativo: withDefault(z.boolean().meta({ description: 'Se o produto está ativo' }), true),
    created_at: readOnly(timestamp),
    updated_at: readOnly(timestamp),
    representada_id: whenSet(z.guid().meta({ description: 'Representada do produto; `null` a remove' })),
    comissao: whenSet(
      decimal(100).meta({
        description: 'Percentual de comissão do produto, que vale no lugar do da representada; `null` o remove',
        examples: [7.5],
      }),
    ),
    id_externo: externalIdField,
  },
);

export type NewProduct = NewOf<typeof product>;
export type ProductChanges = ChangesOf<typeof product>;
export type Product = ShownBy<typeof product>;

const productFilters = {
  search: searchText,
  ativo: booleanQuery,
  representada_id: z.guid().describe('Somente produtos desta representada').optional(),
  id_externo: externalIdQuery,
};

export const productOrders = ['nome', '-nome'] as const;

export const ordenar = orderedBy(productOrders);

export const listProductsQuery = listQuery(z.object({ ...pageOrCursor, ...productFilters, ordenar }));
export const exportProductsQuery = z.object({ ...productFilters, formato, ordenar });

export type ProductsSelection = Omit<z.output<typeof exportProductsQuery>, 'formato'>;
export type ProductFilters = z.output<z.ZodObject<typeof productFilters>>;

const { moment, text: anyText } = positionParts;

export const productPositions = { created_at: z.tuple([moment, anyText]), nome: z.tuple([anyText, anyText]) };

const idOfNoProduct = '';

/** An id that no product can have is an id that does not exist. */
export const productParams = z.object({ id: idOrExternal(id.catch(idOfNoProduct), 'CAFE-500') });
