import type { ImportFile, MakeImport } from '@representa/tables';
import { representadaNotFound } from '../representadas/representadas.errors.ts';
import { productIdTaken } from './products.errors.ts';
import { product } from './products.schemas.ts';

export const makeImportProducts = (makeImport: MakeImport): ImportFile =>
  makeImport({
    record: product,
    key: 'id',
    merging: { uniqueBy: 'id' },
    conflictMessages: {
      product_pkey: productIdTaken().message,
      product_representada_fkey: representadaNotFound().message,
    },
  });
