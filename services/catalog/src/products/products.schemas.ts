import {
  booleanQuery,
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
  .refine((value) => !operations.includes(value), { error: messages.reservedId });
const nome = line(1, 255);
const descricao = text(5_000).nullable();
/** As text, because the shortest text of a number is the decimal that was sent. PostgreSQL rounds it exactly, half up. */
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

/** A product as its table has it. */
export type ProductRow = Omit<Product, 'representada_id' | 'comissao'> & {
  representada_id: string | null;
  comissao: number | null;
  version: number;
};

export const productOrders = ['nome', '-nome'] as const;

const productFilters = {
  search: searchText,
  ativo: booleanQuery,
  representada_id: z.guid().describe('Somente produtos desta representada').optional(),
};

const ordenar = orderedBy(productOrders);

export const listProductsQuery = listQuery(z.object({ ...pageOrCursor, ...productFilters, ordenar }));
export const exportProductsQuery = z.object({ ...productFilters, formato, ordenar });

export type ProductsSelection = Omit<z.output<typeof exportProductsQuery>, 'formato'>;
export type ProductFilters = z.output<z.ZodObject<typeof productFilters>>;

const { moment, text: anyText } = positionParts;

export const productPositions = { created_at: z.tuple([moment, anyText]), nome: z.tuple([anyText, anyText]) };

const idOfNoProduct = '';

/** An id that no product can have is an id that does not exist. */
export const productParams = z.object({ id: id.catch(idOfNoProduct) });
