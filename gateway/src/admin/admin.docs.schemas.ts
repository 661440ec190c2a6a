import { allEmpresas, auditEntry } from '@representa/contracts';
import { invalidCursor, preconditionFailed, serviceUnavailable } from '@representa/service-kit';
import { describeResource, type OpenApiPart } from '@representa/service-kit/openapi';
import { bodyTooLarge, unsupportedEncoding, unsupportedMediaType } from '@representa/service-kit/process';
import { auditFields } from '../audit/audit.docs.schemas.ts';
import { joinParts } from '../docs/join-parts.ts';
import { empresaRecord, newEmpresaReply } from '../empresas/empresas.schemas.ts';
import {
  empresaNotFound,
  keyNotFound,
  lastAdminKey,
  tokenInvalid,
  tokenMissing,
  tooManyKeys,
  tooManyRequests,
} from '../gateway.errors.ts';
import { keyRecord, keyWithState } from '../keys/keys.schemas.ts';

const fields = { ...keyRecord.docs, ...empresaRecord.docs };

const empresas = describeResource({
  tag: { name: 'Empresas', description: 'As empresas que usam a API.' },
  schemas: {
    NewEmpresa: empresaRecord.createBody,
    EmpresaChanges: empresaRecord.updateBody,
    Empresa: empresaRecord.reply,
    NewEmpresaWithKey: newEmpresaReply.shape.data,
  },
  fields,
})({
  createEmpresa: {
    summary: 'Criar empresa',
    description: 'Com a primeira chave, que só aparece nesta resposta.',
    example: { nome: 'Representações Aurora', fuso_horario: 'America/Manaus' },
    repliedExample: { fuso_horario: 'America/Manaus' },
  },
  listEmpresas: { summary: 'Listar empresas', description: 'As mais recentes primeiro.', errors: [invalidCursor()] },
  readEmpresa: { summary: 'Ler uma empresa', errors: [empresaNotFound()] },
  updateEmpresa: {
    summary: 'Alterar empresa',
    description:
      'Altera somente os campos enviados. `ativa: false` desativa a empresa e `true` a reativa. Uma empresa não tem versão: de `If-Match`, somente `*` é aceito.',
    errors: [empresaNotFound(), preconditionFailed()],
    example: { ativa: false },
    repliedExample: { ativa: false },
  },
});

const keys = describeResource({
  tag: { name: 'Chaves', description: 'As chaves de uma empresa.' },
  schemas: {
    NewKey: keyRecord.createBody,
    KeyWithState: keyWithState,
    KeyState: keyWithState.shape.estado,
  },
  fields,
})({
  listEmpresaKeys: {
    summary: 'Listar chaves',
    description: 'As válidas primeiro, depois as que não valem mais, das mais recentes às mais antigas; no máximo mil.',
    errors: [empresaNotFound()],
  },
  issueEmpresaKey: {
    summary: 'Criar chave',
    errors: [empresaNotFound(), tooManyKeys()],
    example: { rotulo: 'Integração com o ERP', escopo: 'write' },
    repliedExample: { ultimo_uso: null },
  },
  revokeEmpresaKey: { summary: 'Revogar chave', errors: [keyNotFound(), lastAdminKey(), preconditionFailed()] },
});

const audit = describeResource({
  tag: { name: 'Auditoria', description: 'Quem alterou o quê em uma empresa, também o operador.' },
  schemas: { AuditEntry: auditEntry },
  fields: auditFields,
})({
  readEmpresaAudit: {
    summary: 'Ler a auditoria de uma empresa',
    description: `Com o id \`${allEmpresas}\`, a do que vale para todas: os índices de inflação carregados.`,
    errors: [empresaNotFound(), invalidCursor()],
  },
});

export const docs = { ...empresas, ...keys, ...audit };

/** The second OpenAPI document: of the operator's API. */
export const adminDocument = (part: OpenApiPart): object =>
  joinParts([part], {
    info: {
      title: 'Representa · Administração',
      version: '1.0.0',
      summary: 'Empresas e suas chaves, para quem opera a Representa',
      description:
        'Em uma porta própria, nunca na pública. Envie `Authorization: Bearer <ADMIN_TOKEN>`. Toda alteração vale em todos os gateways em até um segundo; se a mensagem se perder, em até 2 segundos; se o Redis também não responder, em até 63 segundos.',
    },
    securitySchemes: { adminToken: { type: 'http', scheme: 'bearer', description: 'O valor de `ADMIN_TOKEN`' } },
    commonReplies: {
      401: ['Unauthorized', 'Token ausente ou inválido', [tokenMissing(), tokenInvalid()]],
      413: ['TooLarge', 'O corpo passa de 1 MiB', [bodyTooLarge()]],
      415: [
        'UnsupportedType',
        'O corpo não é JSON, ou está comprimido',
        [unsupportedMediaType(), unsupportedEncoding()],
      ],
      429: ['TooManyRequests', 'Tokens inválidos demais deste endereço', [tooManyRequests()]],
      503: ['Unavailable', 'O banco de dados não responde', [serviceUnavailable()]],
    },
  });
