import { exampleIds } from '@representa/contracts/demo';
import { changesDocs } from '@representa/records';
import { invalidCursor } from '@representa/service-kit';
import { describeResource } from '@representa/service-kit/openapi';
import { exportDocs, importDocs } from '@representa/tables';
import { clientHasSales, clientNotFound, codigoTaken, emailTaken, externalIdTaken } from './clients.errors.ts';
import { client, day, ordenar } from './clients.schemas.ts';

const operations = describeResource({
  tag: { name: 'Clientes', description: 'Quem compra: empresas e pessoas.' },
  schemas: {
    NewClient: client.createBody,
    ClientChanges: client.updateBody,
    ClientSummary: client.summary,
    Client: client.reply,
    ClientOrder: ordenar.unwrap(),
    ServiceDay: day,
  },
  fields: client.docs,
  exampleId: exampleIds.client,
});

export const docs = operations({
  createClient: {
    isVersioned: true,
    summary: 'Criar cliente',
    description: 'Sem `codigo`, o cliente recebe `CLI` e o próximo número da empresa.',
    errors: [emailTaken(), codigoTaken(), externalIdTaken()],
    example: {
      nome: 'Quitanda Flor do Campo',
      email: 'compras@flordocampo.com.br',
      telefone: '(11) 98765-4321',
      cnpj_cpf: '11.222.333/0001-81',
      endereco: 'Rua das Flores, 100',
      cidade: 'São Paulo',
      estado: 'SP',
    },
    repliedExample: { nome: 'Quitanda Flor do Campo', email: 'compras@flordocampo.com.br' },
  },
  listClients: {
    summary: 'Listar clientes',
    description: 'Os mais recentes primeiro. `search` procura em nome, código, cidade e email.',
    errors: [invalidCursor()],
  },
  followClients: changesDocs('Acompanhar mudanças dos clientes'),
  readClient: {
    isVersioned: true,
    summary: 'Ler um cliente',
    description: 'Todos os campos, também os que a lista não mostra: bairro, observação e dias de atendimento.',
    errors: [clientNotFound()],
  },
  updateClient: {
    isVersioned: true,
    summary: 'Alterar cliente',
    description: 'Altera somente os campos enviados. `null` apaga os que podem ficar vazios.',
    errors: [clientNotFound(), emailTaken(), codigoTaken(), externalIdTaken()],
    example: { nome: 'Mercado São José Ltda', segunda: true },
    repliedExample: { nome: 'Mercado São José Ltda' },
  },
  deleteClient: {
    isVersioned: true,
    summary: 'Excluir cliente',
    examples: { id: exampleIds.clientToDelete },
    description: 'Um cliente com vendas não pode ser excluído: desative-o com `ativo: false`.',
    errors: [clientNotFound(), clientHasSales(2)],
  },
  importClients: importDocs({
    summary: 'Importar clientes',
    merge: 'Cria clientes; uma linha com o `codigo` de um cliente da empresa o altera.',
    fault: ['email', emailTaken()],
    example:
      'codigo;nome;email;telefone;cidade;estado\nPADARIA-1;Padaria Central;padaria@exemplo.com.br;(11) 3456-7890;São Paulo;SP\n',
  }),
  exportClients: exportDocs('Exportar clientes'),
});
