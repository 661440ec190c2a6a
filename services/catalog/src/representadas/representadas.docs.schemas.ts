import { comissaoQuando } from '@representa/contracts';
import { exampleIds } from '@representa/contracts/demo';
import { changesDocs } from '@representa/records';
import { invalidCursor } from '@representa/service-kit';
import { describeResource } from '@representa/service-kit/openapi';
import { exportDocs, importDocs } from '@representa/tables';
import {
  cnpjTaken,
  codigoTaken,
  externalIdTaken,
  representadaHasCommissions,
  representadaHasProducts,
  representadaHasSales,
  representadaNotFound,
} from './representadas.errors.ts';
import { ordenar, representada } from './representadas.schemas.ts';

/** The fields' examples are those of a representada that the demo company has. */
const newRepresentada = {
  nome: 'Moinho Boa Esperança',
  cnpj: '12ABC34501DE35',
  email: 'vendas@boaesperanca.ind.br',
  comissao: 5,
};

const operations = describeResource({
  tag: { name: 'Representadas', description: 'As indústrias e distribuidoras que a empresa representa.' },
  schemas: {
    NewRepresentada: representada.createBody,
    RepresentadaChanges: representada.updateBody,
    Representada: representada.reply,
    RepresentadaOrder: ordenar.unwrap(),
    CommissionTrigger: comissaoQuando,
  },
  fields: representada.docs,
  exampleId: exampleIds.representada,
});

export const docs = operations({
  createRepresentada: {
    isVersioned: true,
    summary: 'Criar representada',
    description: 'Só o nome é obrigatório.',
    errors: [cnpjTaken(), codigoTaken(), externalIdTaken()],
    example: newRepresentada,
    repliedExample: newRepresentada,
  },
  listRepresentadas: {
    summary: 'Listar representadas',
    description: 'As mais recentes primeiro. `search` procura em nome, CNPJ e cidade.',
    errors: [invalidCursor()],
  },
  followRepresentadas: changesDocs('Acompanhar mudanças das representadas'),
  readRepresentada: { isVersioned: true, summary: 'Ler uma representada', errors: [representadaNotFound()] },
  updateRepresentada: {
    isVersioned: true,
    summary: 'Alterar representada',
    description: 'Altera somente os campos enviados. `null` esvazia qualquer texto, menos o nome.',
    errors: [representadaNotFound(), cnpjTaken(), codigoTaken(), externalIdTaken()],
    example: { comissao: 6, observacao: 'Comissão maior desde julho' },
    repliedExample: { comissao: 6, observacao: 'Comissão maior desde julho' },
  },
  deleteRepresentada: {
    isVersioned: true,
    summary: 'Excluir representada',
    examples: { id: exampleIds.representadaToDelete },
    description:
      'Uma representada com vendas, produtos, pagamentos ou ajustes de comissões não pode ser excluída: desative-a com `ativo: false`.',
    errors: [
      representadaNotFound(),
      representadaHasSales(2),
      representadaHasCommissions(1),
      representadaHasProducts(3),
    ],
  },
  importRepresentadas: importDocs({
    summary: 'Importar representadas',
    merge:
      'Cria representadas; uma linha com o `codigo` de uma representada da empresa a altera. Toda linha tem `codigo`.',
    fault: ['cnpj', cnpjTaken()],
    example: 'codigo;nome;cnpj;comissao\nR1;Indústria Aurora;11.222.333/0001-81;5\n',
  }),
  exportRepresentadas: exportDocs('Exportar representadas'),
});
