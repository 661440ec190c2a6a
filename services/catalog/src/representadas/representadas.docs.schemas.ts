import { changesDocs } from '@representa/records';
import { describeResource, invalidCursor } from '@representa/service-kit';
import { exportDocs } from '@representa/tables';
import {
  cnpjTaken,
  representadaHasCommissions,
  representadaHasProducts,
  representadaHasSales,
  representadaNotFound,
} from './representadas.errors.ts';
import { createRepresentadaBody, representadaRecord, updateRepresentadaBody } from './representadas.schemas.ts';

const operations = describeResource({
  tag: { name: 'Representadas', description: 'As indústrias e distribuidoras que a empresa representa.' },
  schemas: {
    NewRepresentada: createRepresentadaBody,
    RepresentadaChanges: updateRepresentadaBody,
    Representada: representadaRecord,
  },
  fields: {
    nome: { description: 'Nome ou razão social', examples: ['Indústria Aurora'] },
    cnpj: {
      description: 'CNPJ (também alfanumérico), com ou sem pontuação; único na empresa',
      examples: ['12ABC34501DE35'],
    },
    email: { description: 'Email de contato', examples: ['vendas@aurora.ind.br'] },
    telefone: { description: 'Telefone de contato; guardado em E.164', examples: ['+551133334444'] },
    endereco: { description: 'Endereço', examples: ['Av. Brasil, 1500'] },
    cidade: { description: 'Cidade', examples: ['Campinas'] },
    estado: { description: 'Sigla do estado, com 2 letras', examples: ['SP'] },
    contato: { description: 'Nome da pessoa de contato', examples: ['Ana'] },
    observacao: { description: 'Anotações livres', examples: ['Recebe só de manhã'] },
    comissao: { description: 'Percentual de comissão', examples: [5] },
    comissao_quando: {
      description: 'Quando a comissão é devida: `recebimento` (a regra da lei, se omitido) ou `faturamento`',
      examples: ['recebimento'],
    },
    comissao_dia: {
      description: 'Dia do mês seguinte em que a comissão vence: 15, se omitido; em mês mais curto, o último dia',
      examples: [15],
    },
    ativo: { description: 'Se a representada está ativa' },
  },
});

export const docs = operations({
  createRepresentada: {
    isVersioned: true,
    summary: 'Criar representada',
    description: 'Só o nome é obrigatório.',
    errors: [cnpjTaken()],
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
    errors: [representadaNotFound(), cnpjTaken()],
    example: { ativo: false, observacao: 'Contrato encerrado' },
    repliedExample: { ativo: false, observacao: 'Contrato encerrado' },
  },
  deleteRepresentada: {
    isVersioned: true,
    summary: 'Excluir representada',
    description:
      'Uma representada com vendas, produtos, pagamentos ou ajustes de comissões não pode ser excluída: desative-a com `ativo: false`.',
    errors: [
      representadaNotFound(),
      representadaHasSales(2),
      representadaHasCommissions(1),
      representadaHasProducts(3),
    ],
  },
  exportRepresentadas: exportDocs('Exportar representadas'),
});
