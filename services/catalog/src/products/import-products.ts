import type { ImportFile, MakeImport } from '@representa/tables';
import { representadaNotFound } from '../representadas/representadas.errors.ts';
import { productIdTaken } from './products.errors.ts';
import { createProductBody, updateProductBody } from './products.schemas.ts';

export const makeImportProducts = (makeImport: MakeImport): ImportFile =>
  makeImport({
    schema: createProductBody,
    changes: updateProductBody,
    types: { preco: 'number', comissao: 'number', ativo: 'boolean' },
    readOnly: ['created_at', 'updated_at'],
    key: 'id',
    conflictMessages: {
      product_pkey: productIdTaken().message,
      product_representada_fkey: representadaNotFound().message,
    },
  });
