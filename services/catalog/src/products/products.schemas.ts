import { booleanQuery, line, pageQuery, recordId, searchText, text, timestamp } from '@representa/service-kit';
import { z } from 'zod';
import { messages } from './products.errors.ts';

/** `.` and `..` are resolved in URLs, the others are operations (`/products/changes`): nobody could address such a product. */
const [dotSegments, operations] = [
  ['.', '..'],
  ['changes', 'import', 'export'],
];
const id = line(1, 100)
  .refine((value) => !dotSegments.includes(value), { error: messages.dotSegment })
  .refine((value) => !operations.includes(value), { error: messages.reservedId });
const nome = line(1, 255);
const descricao = text(5_000).nullable();
/** The decimal that its sender wrote is a number's shortest text: PostgreSQL rounds that exactly, half up. */
const preco = z.number().min(0).max(999_999_999).transform(String);
const representada_id = z.guid().nullable();

export const createProductBody = z.object({
  id,
  nome,
  descricao: descricao.default(null),
  preco,
  ativo: z.boolean().default(true),
  representada_id: representada_id.default(null),
});

export type NewProduct = z.output<typeof createProductBody>;

/** Only what is sent is changed; null removes what may be missing. */
export const updateProductBody = z.object({ nome, descricao, preco, ativo: z.boolean(), representada_id }).partial();

export type ProductChanges = z.output<typeof updateProductBody>;

export const productRecord = z.object({
  id: z.string(),
  nome: z.string(),
  descricao: z.string().nullable(),
  preco: z.number(),
  ativo: z.boolean(),
  created_at: timestamp,
  updated_at: timestamp,
  representada_id: z.guid().optional(),
});

export type Product = z.output<typeof productRecord>;

export const listProductsQuery = pageQuery.extend({
  search: searchText,
  ativo: booleanQuery,
  representada_id: recordId.optional(),
});

export type ProductsQuery = z.output<typeof listProductsQuery>;

const idOfNoProduct = '';

/** An id that no product can have is an id that does not exist. */
export const productParams = z.object({ id: id.catch(idOfNoProduct) });
