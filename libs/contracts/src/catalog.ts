import { z } from 'zod';
import { batchedOperation } from './operation.ts';
import { foundRecord, recordAddress } from './references.ts';

/** When a commission is earned: when the client has paid (the law's rule), or when the order is invoiced. */
export const comissaoQuando = z.enum(['recebimento', 'faturamento']);

/** With the rates of the sale's products, so that a sale needs no further question. */
export const findRepresentada = batchedOperation({
  subject: 'catalog.v1.find-representada',
  answeredBy: 'catalog',
  askedBy: ['sales'],
  request: recordAddress.extend({ produtos: z.array(z.string()) }),
  reply: z.union([
    foundRecord.extend({
      comissao: z.number(),
      comissao_quando: comissaoQuando,
      comissao_dia: z.int(),
      /** The rates of products that have their own. No object by product: an id may be `__proto__`. */
      comissoes: z.array(z.tuple([z.string(), z.number()])),
    }),
    z.null(),
  ]),
  // A sale has up to 1,000 products with ids of up to 100 characters, and a message up to 1 MB.
  sizeOf: ({ produtos }) => 1 + Math.floor(produtos.length / 16),
});
