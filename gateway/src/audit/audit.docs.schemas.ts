import { auditEntry } from '@representa/contracts';
import { exampleIds } from '@representa/contracts/demo';
import { invalidCursor } from '@representa/service-kit';
import { describeResource } from '@representa/service-kit/openapi';
import { auditedResource } from './audit.schemas.ts';

export const auditFields = {
  numero: { description: 'Número da mudança, na sequência da empresa em cada serviço', examples: [42] },
  em: { description: 'Momento da mudança', examples: ['2026-07-01T12:00:00.000Z'] },
  operacao: {
    description:
      '`criar`, `alterar`, `excluir` ou `importar`; de uma chave, `criar`, `trocar` ou `revogar`; da empresa, `criar`, `alterar`, `desativar` ou `reativar`; de um índice de inflação, `carregar`',
    examples: ['alterar'],
  },
  recurso: { description: 'Tipo do registro, como na URL', examples: ['clients'] },
  id: { description: 'Identificador do registro', examples: [exampleIds.client] },
  campos: {
    description: 'Os campos alterados (de um índice, os meses); `null` se o registro foi criado ou excluído',
    examples: [['nome']],
  },
  chave_id: {
    description: 'A chave usada; `null` se foi o operador',
    examples: [exampleIds.key],
  },
  chave_prefixo: { description: 'Começo da chave usada', examples: ['rep_live_7Hq2ZbXk'] },
  operador: {
    description:
      'Quem opera a Representa: pela API de administração (`admin`) ou pelo comando `empresas` (`comando`); `null` se foi a empresa',
    examples: [null],
  },
  request_id: { description: 'O `x-request-id` da requisição', examples: ['4kq0t3b1'] },
  endereco: { description: 'Endereço de quem fez a requisição', examples: ['203.0.113.7'] },
};

const operations = describeResource({
  tag: { name: 'Auditoria', description: 'Quem alterou o quê. Exige uma chave de escopo `admin`.' },
  schemas: {
    AuditEntry: auditEntry,
    AuditOperator: auditEntry.shape.operador.unwrap().unwrap(),
    AuditedResource: auditedResource,
  },
  fields: auditFields,
});

export const docs = operations({
  readAudit: {
    summary: 'Ler a auditoria',
    description: 'Cada alteração dos registros, das chaves e da própria empresa, as mais recentes primeiro.',
    errors: [invalidCursor()],
  },
});
