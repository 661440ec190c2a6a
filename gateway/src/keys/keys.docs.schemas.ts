import { exampleIds } from '@representa/contracts/demo';
import { preconditionFailed } from '@representa/service-kit';
import { describeResource, extending } from '@representa/service-kit/openapi';
import { keyNotFound, lastAdminKey, tooManyKeys } from '../gateway.errors.ts';
import { issuedKey, keyRecord, rotateKeyBody, scope } from './keys.schemas.ts';

const operations = describeResource({
  tag: { name: 'Chaves', description: 'As chaves da empresa. Estas operações exigem uma chave de escopo `admin`.' },
  schemas: {
    NewKey: keyRecord.createBody,
    KeyRotation: rotateKeyBody,
    Key: keyRecord.reply,
    IssuedKey: extending(keyRecord.reply, issuedKey),
    KeyScope: scope,
  },
  fields: keyRecord.docs,
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
    examples: { id: exampleIds.keyToRevoke },
    description:
      'A chave deixa de valer em até um segundo. A última de escopo `admin` não pode ser revogada; outra que expira antes não conta. Uma chave não tem versão: de `If-Match`, somente `*` é aceito.',
    errors: [keyNotFound(), lastAdminKey(), preconditionFailed()],
  },
  rotateKey: {
    summary: 'Trocar chave',
    examples: { id: exampleIds.keyToRotate },
    description: `Cria outra chave com o mesmo rótulo e escopo. A antiga ainda vale por \`sobreposicao\` segundos. ${notIdempotent}`,
    errors: [keyNotFound(), tooManyKeys(), lastAdminKey()],
    example: { sobreposicao: 3600 },
    repliedExample: { ultimo_uso: null },
  },
});
