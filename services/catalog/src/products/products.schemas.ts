import { booleanQuery, line, pageQuery, recordId, searchText, text, timestamp } from '@representa/service-kit';
import { z } from 'zod';
import { messages } from './products.errors.ts';

/** `.` and `..` are resolved in URLs: no client could address such a product. */
const id = line(1, 100).refine((value) => value !== '.' && value !== '..', { error: messages.dotSegment });
const nome = line(1, 255);
const descricao = text(5_000).nullable();
/** The decimal that its sender wrote is a number's shortest text: PostgreSQL rounds that exactly, half up. */
const preco = z.number().min(0).max(999_999_999).transform(String);
const representada_id = z.guid().nullable();
/** A percentage that wins over the representada's. */
const comissao = z.number().min(0).max(100).transform(String).nullable();

export const createProductBody = z.object({
  id,
  nome,
  descricao: descricao.default(null),
  preco,
  ativo: z.boolean().default(true),
  representada_id: representada_id.default(null),
  comissao: comissao.default(null),
});

export type NewProduct = z.output<typeof createProductBody>;

/** Only what is sent is changed; null removes what may be missing. */
export const updateProductBody = z
  .object({ nome, descricao, preco, ativo: z.boolean(), representada_id, comissao })
  .partial();

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
  comissao: z.number().optional(),
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
