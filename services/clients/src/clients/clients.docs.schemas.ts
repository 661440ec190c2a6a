import { changesDocs } from '@representa/records';
import { describeResource, invalidCursor } from '@representa/service-kit';
import { exportDocs, importDocs } from '@representa/tables';
import { clientHasSales, clientNotFound, codigoTaken, emailTaken } from './clients.errors.ts';
import { clientRecord, clientSummary, createClientBody, updateClientBody } from './clients.schemas.ts';

const servedOn = (day: string) => ({ description: `Se o cliente é atendido ${day}` });

const operations = describeResource({
  tag: { name: 'Clientes', description: 'Quem compra: empresas e pessoas.' },
  schemas: {
    NewClient: createClientBody,
    ClientChanges: updateClientBody,
    ClientSummary: clientSummary,
    Client: clientRecord,
  },
  fields: {
    codigo: {
      description: 'Código, único na empresa',
      examples: ['CLI0001'],
    },
    nome: { description: 'Nome ou razão social', examples: ['Mercado São José'] },
    cnpj_cpf: {
      description: 'CNPJ (também alfanumérico) ou CPF, com ou sem pontuação; guardado sem ela',
      examples: ['11222333000181'],
    },
    email: { description: 'Email, único no sistema', examples: ['compras@saojose.com.br'] },
    telefone: {
      description: 'Telefone com DDD, em qualquer formato usual; guardado em E.164',
      examples: ['+5511987654321'],
    },
    endereco: { description: 'Endereço completo', examples: ['Rua das Flores, 100'] },
    bairro: { description: 'Bairro', examples: ['Centro'] },
    cidade: { description: 'Cidade', examples: ['São Paulo'] },
    estado: { description: 'Sigla do estado, com 2 letras', examples: ['SP'] },
    observacao: { description: 'Anotações livres', examples: ['Recebe só de manhã'] },
    ativo: { description: 'Só clientes ativos podem receber vendas' },
    segunda: servedOn('às segundas'),
    terca: servedOn('às terças'),
    quarta: servedOn('às quartas'),
    quinta: servedOn('às quintas'),
    sexta: servedOn('às sextas'),
  },
});

export const docs = operations({
  createClient: {
    isVersioned: true,
    summary: 'Criar cliente',
    description: 'Sem `codigo`, o cliente recebe `CLI` e o próximo número da empresa.',
    errors: [emailTaken(), codigoTaken()],
    example: {
      nome: 'Mercado São José',
      email: 'compras@saojose.com.br',
      telefone: '(11) 98765-4321',
      cnpj_cpf: '11.222.333/0001-81',
      endereco: 'Rua das Flores, 100',
      cidade: 'São Paulo',
      estado: 'SP',
    },
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
    errors: [clientNotFound(), emailTaken(), codigoTaken()],
    example: { nome: 'Mercado São José Ltda', segunda: true },
    repliedExample: { nome: 'Mercado São José Ltda' },
  },
  deleteClient: {
    isVersioned: true,
    summary: 'Excluir cliente',
    description: 'Um cliente com vendas não pode ser excluído: desative-o com `ativo: false`.',
    errors: [clientNotFound(), clientHasSales(2)],
  },
  importClients: importDocs({
    summary: 'Importar clientes',
    merge: 'Cria clientes; uma linha com o `codigo` de um cliente da empresa o altera.',
    fault: { email: emailTaken().message },
    example: 'nome;email;telefone;cidade;estado\nPadaria Central;padaria@exemplo.com.br;(11) 3456-7890;São Paulo;SP\n',
  }),
  exportClients: exportDocs('Exportar clientes'),
});
