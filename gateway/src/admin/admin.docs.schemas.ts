import { allEmpresas, auditEntry } from '@representa/contracts';
import { describeResource, invalidCursor, preconditionFailed } from '@representa/service-kit';
import { auditFields } from '../audit/audit.docs.schemas.ts';
import { empresaNotFound } from '../empresas/empresas.errors.ts';
import { createEmpresaBody, empresaRecord, updateEmpresaBody } from '../empresas/empresas.schemas.ts';
import { keyFields } from '../keys/keys.docs.schemas.ts';
import { keyNotFound, lastAdminKey, tooManyKeys } from '../keys/keys.errors.ts';
import { createKeyBody, issuedKey, keyWithState } from '../keys/keys.schemas.ts';

const fields = {
  ...keyFields,
  nome: { description: 'Nome da empresa', examples: ['Representações Aurora'] },
  ativa: { description: 'As chaves de uma empresa inativa são recusadas', examples: [true] },
  fuso_horario: { description: 'Onde começam os dias da empresa', examples: ['America/Sao_Paulo'] },
  requisicoes_por_segundo: {
    description: 'Limite da empresa em todos os gateways; `null`: o limite geral',
    examples: [200],
  },
  rajada: { description: 'Quantas requisições podem vir de uma vez; `null`: o valor geral', examples: [400] },
  atualizada_em: { description: 'Momento da última alteração', examples: ['2026-07-01T12:00:00.000Z'] },
  primeira_chave: { description: 'Uma chave de escopo `admin`' },
  estado: { description: 'Se a chave ainda vale', examples: ['valida'] },
  key_id: { description: 'Identificador da chave' },
};

const empresas = describeResource({
  tag: { name: 'Empresas', description: 'As empresas que usam a API.' },
  schemas: { NewEmpresa: createEmpresaBody, EmpresaChanges: updateEmpresaBody, Empresa: empresaRecord },
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
  schemas: { NewKey: createKeyBody, KeyWithState: keyWithState, IssuedKey: issuedKey },
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
