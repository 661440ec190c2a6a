import { changesDocs } from '@representa/changes';
import { exportDescription, fileReply, fileReplyHeaders } from '@representa/exports';
import { csvBody, invalidRows } from '@representa/imports';
import {
  describeResource,
  exportsBusy,
  exportsRunning,
  fileTooLarge,
  importRunning,
  importsBusy,
  incompleteFile,
  invalidCursor,
} from '@representa/service-kit';
import { representadaNotFound } from '../representadas/representadas.errors.ts';
import { productIdTaken, productNotFound } from './products.errors.ts';
import { createProductBody, productRecord, updateProductBody } from './products.schemas.ts';

const operations = describeResource({
  tag: { name: 'Produtos', description: 'O que se vende, com o código que a empresa escolher.' },
  schemas: { NewProduct: createProductBody, ProductChanges: updateProductBody, Product: productRecord },
  fields: {
    id: { description: 'Código do produto, escolhido por quem o cria', examples: ['CAFE-500'] },
    nome: { description: 'Nome', examples: ['Café torrado 500 g'] },
    descricao: { description: 'Descrição; `null` a remove', examples: ['Moído, embalagem a vácuo'] },
    preco: { description: 'Preço unitário em reais', examples: [18.9] },
    ativo: { description: 'Se o produto está ativo' },
    comissao: {
      description: 'Percentual de comissão do produto, que vale no lugar do da representada; `null` o remove',
      examples: [7.5],
    },
    representada_id: { description: 'Representada do produto; `null` a remove' },
  },
});

export const docs = operations({
  createProduct: { isVersioned: true, summary: 'Criar produto', errors: [representadaNotFound(), productIdTaken()] },
  listProducts: {
    summary: 'Listar produtos',
    description: 'Os mais recentes primeiro. `search` procura em código, nome e descrição.',
    errors: [invalidCursor()],
  },
  followProducts: changesDocs('Acompanhar mudanças dos produtos'),
  readProduct: { isVersioned: true, summary: 'Ler um produto', errors: [productNotFound()] },
  updateProduct: {
    isVersioned: true,
    summary: 'Alterar produto',
    description: 'Altera somente os campos enviados.',
    errors: [productNotFound(), representadaNotFound()],
    example: { preco: 19.9 },
  },
  importProducts: {
    summary: 'Importar produtos',
    description:
      'Cria produtos; uma linha com o `id` de um produto da empresa o altera. A primeira linha tem os nomes das colunas, como os campos do JSON, sem distinguir maiúsculas nem acentos. Cada linha deve ser válida como na criação; uma célula vazia deixa o valor de um registro existente como está. Números com vírgula ou ponto decimal; sim/não, true/false ou 1/0. Grava tudo ou nada: se uma linha tem erro, `details` mostra até 100 linhas com erro e quantas são ao todo.',
    requestTypes: csvBody,
    errors: [
      invalidRows({ total: 1, linhas: [{ linha: 2, campos: { id: productIdTaken().message } }] }),
      incompleteFile(),
      fileTooLarge(),
      importRunning(),
      importsBusy(),
    ],
  },
  exportProducts: {
    summary: 'Exportar produtos',
    description: exportDescription,
    replyTypes: fileReply,
    replyHeaders: fileReplyHeaders,
    errors: [exportsRunning(), exportsBusy()],
  },
});
