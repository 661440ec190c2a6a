import { invalidCursor } from '@representa/service-kit';
import { describeResource } from '@representa/service-kit/openapi';
import { csvReply, exportsBusy, exportsRunning, fileHeaders } from '@representa/tables';
import { formato, visitRecord } from './reports.schemas.ts';

const operations = describeResource({
  tag: { name: 'Rotas', description: 'Os clientes a visitar em um dia da semana.' },
  schemas: { Visit: visitRecord, ReportFormat: formato },
  fields: {
    dia: { description: 'Dia da semana', examples: ['segunda'] },
    formato: { description: '`json`, se omitido, ou `csv`, que tem a rota inteira', examples: ['json'] },
    cliente_id: { description: 'Cliente' },
    codigo: { description: 'Código do cliente', examples: ['CLI0001'] },
    cliente_nome: { description: 'Nome do cliente', examples: ['Mercado São José'] },
    telefone: { description: 'Telefone, em E.164', examples: ['+5511987654321'] },
    endereco: { description: 'Endereço completo', examples: ['Rua das Flores, 100'] },
    bairro: { description: 'Bairro', examples: ['Centro'] },
    cidade: { description: 'Cidade', examples: ['São Paulo'] },
    estado: { description: 'Sigla do estado, com 2 letras', examples: ['SP'] },
    ultima_compra: {
      description: 'Data da última compra, sem as canceladas; `null`, se não houve',
      examples: ['2026-08-01'],
    },
    aberto: {
      description: 'O que o cliente ainda não pagou das vendas que não foram canceladas',
      examples: [150.5],
    },
  },
});

export const docs = operations({
  readRoute: {
    summary: 'Rota de um dia da semana',
    description:
      'Os clientes ativos atendidos no dia, por nome, com a última compra e o valor em aberto. Sem `cursor` começa pelo primeiro.',
    replyTypes: csvReply,
    replyHeaders: fileHeaders,
    errors: [invalidCursor(), exportsRunning(), exportsBusy()],
  },
});
