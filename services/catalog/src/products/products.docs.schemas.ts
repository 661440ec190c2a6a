import { exampleIds } from '@representa/contracts/demo';
import { changesDocs } from '@representa/records';
import { invalidCursor } from '@representa/service-kit';
import { describeResource } from '@representa/service-kit/openapi';
import { exportDocs, importDocs } from '@representa/tables';
import { representadaNotFound } from '../representadas/representadas.errors.ts';
import { externalIdTaken, productIdTaken, productNotFound } from './products.errors.ts';
import { ordenar, product } from './products.schemas.ts';

/** The fields' examples are those of a product that the demo company has. */
const newProduct = {
  id: 'CAFE-ORGANICO-500',
  nome: 'Café orgânico 500 g',
  preco: 24.9,
  representada_id: exampleIds.representada,
};

const operations = describeResource({
  tag: { name: 'Produtos', description: 'O que se vende, com o código que a empresa escolher.' },
  schemas: {
    NewProduct: product.createBody,
    ProductChanges: product.updateBody,
    Product: product.reply,
    ProductOrder: ordenar.unwrap(),
  },
  fields: product.docs,
});

export const docs = operations({
  createProduct: {
    isVersioned: true,
    summary: 'Criar produto',
    description:
      'O `id` é o código do produto, escolhido por quem o cria e único em todo o sistema. Depois de criado, não muda.',
    errors: [representadaNotFound(), productIdTaken(), externalIdTaken()],
    example: newProduct,
    repliedExample: newProduct,
  },
  listProducts: {
    summary: 'Listar produtos',
    description: 'Os mais recentes primeiro. `search` procura em código, nome e descrição.',
    errors: [invalidCursor()],
  },
  followProducts: changesDocs('Acompanhar mudanças dos produtos'),
  readProduct: {
    isVersioned: true,
    summary: 'Ler um produto',
    description: 'Um `id` com `/` ou espaço vai codificado na URL: `A/1` é `A%2F1`.',
    errors: [productNotFound()],
  },
  updateProduct: {
    isVersioned: true,
    summary: 'Alterar produto',
    description: 'Altera somente os campos enviados.',
    errors: [productNotFound(), representadaNotFound(), externalIdTaken()],
    example: { preco: 19.9 },
    repliedExample: { preco: 19.9 },
  },
  importProducts: importDocs({
    summary: 'Importar produtos',
    merge: 'Cria produtos; uma linha com o `id` de um produto da empresa o altera.',
    fault: ['id', productIdTaken()],
    example: 'id;nome;preco\nCAFE-500;Café torrado 500 g;19,50\n',
  }),
  exportProducts: exportDocs('Exportar produtos'),
});
