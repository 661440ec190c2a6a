import { booleanQuery, line, pageQuery, recordId, searchText, text } from '@representa/service-kit';
import { z } from 'zod';

const id = line(1, 100);
const nome = line(1, 255);
const descricao = text(5_000).nullable();
/** Goes on as the decimal that its sender wrote, which is a number's shortest text: PostgreSQL rounds it exactly, half up. */
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

export const listProductsQuery = pageQuery.extend({
  search: searchText,
  ativo: booleanQuery,
  representada_id: recordId.optional(),
});

export type ProductsQuery = z.output<typeof listProductsQuery>;

const idOfNoProduct = '';

/** What could not be given to a product as its id is an id that no product has. */
export const productParams = z.object({ id: id.catch(idOfNoProduct) });
