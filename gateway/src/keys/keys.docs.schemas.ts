import { describeResource, preconditionFailed } from '@representa/service-kit';
import { keyNotFound, lastAdminKey, tooManyKeys } from './keys.errors.ts';
import { createKeyBody, issuedKey, keyRecord, rotateKeyBody } from './keys.schemas.ts';

export const keyFields = {
  rotulo: { description: 'Para que a chave serve', examples: ['Integração com o ERP'] },
  escopo: {
    description: '`read` só lê; `write` lê e altera; `admin` também administra as chaves e lê a auditoria',
    examples: ['write'],
  },
  prefixo: { description: 'Começo da chave, para reconhecê-la', examples: ['rep_live_7Hq2ZbXk'] },
  criada_em: { description: 'Momento da criação', examples: ['2026-07-01T12:00:00.000Z'] },
  ultimo_uso: {
    description: 'Minuto do último uso; `null` se nunca foi usada. Pode atrasar alguns segundos',
    examples: ['2026-07-01T12:34:00.000Z'],
  },
  expira_em: { description: 'Quando a chave deixa de valer; `null` se não expira', examples: [null] },
  chave: {
    description: 'A chave secreta. Só aparece nesta resposta: guarde-a',
    examples: ['rep_live_7Hq2ZbXkP0sD4fGhJ6lM8nQ1rT3vW51xKb9z'],
  },
  sobreposicao: {
    description: 'Por quantos segundos a chave antiga ainda vale: de 0 a 7 dias; um dia se omitido',
    examples: [3600],
  },
};

const operations = describeResource({
  tag: { name: 'Chaves', description: 'As chaves da empresa. Estas operações exigem uma chave de escopo `admin`.' },
  schemas: { NewKey: createKeyBody, KeyRotation: rotateKeyBody, Key: keyRecord, IssuedKey: issuedKey },
  fields: keyFields,
});

const notIdempotent = 'Não aceita `Idempotency-Key`: a chave secreta não é guardada e não pode ser mostrada de novo.';

export const docs = operations({
  listKeys: { summary: 'Listar chaves', description: 'As chaves válidas, as mais recentes primeiro.' },
  createKey: {
    summary: 'Criar chave',
    description: notIdempotent,
    errors: [tooManyKeys()],
    example: { rotulo: 'Integração com o ERP', escopo: 'write' },
    repliedExample: { ultimo_uso: null },
  },
  revokeKey: {
    summary: 'Revogar chave',
    description:
      'A chave deixa de valer em até um segundo. A última de escopo `admin` não pode ser revogada; outra que expira antes não conta. Uma chave não tem versão: de `If-Match`, somente `*` é aceito.',
    errors: [keyNotFound(), lastAdminKey(), preconditionFailed()],
  },
  rotateKey: {
    summary: 'Trocar chave',
    description: `Cria outra chave com o mesmo rótulo e escopo. A antiga ainda vale por \`sobreposicao\` segundos. ${notIdempotent}`,
    errors: [keyNotFound(), tooManyKeys(), lastAdminKey()],
    example: { sobreposicao: 3600 },
    repliedExample: { ultimo_uso: null },
  },
});
