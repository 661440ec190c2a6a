import { createHash } from 'node:crypto';
import { numberedId, plannedCall, recordsOf, testPlans } from '@representa/testing';
import type { Act } from '../src/audit/act.ts';
import { demoEmpresas } from '../src/empresas/demo.ts';
import { makeEmpresasRepository } from '../src/empresas/empresas.repository.ts';
import { makeKeysRepository } from '../src/keys/keys.repository.ts';

/** A company keeps no more: a hundred valid ones, and a thousand of the others (make_room_for_key.sql). */
const maxOfEmpresa = 1_100;

const keyId = (n: number): string => numberedId(2, n);
const empresaId = numberedId(0, 1);
const number = '(e - 1) * 100000 + n';
const empresaOf = `case when e = 1 and n > ${maxOfEmpresa} then n + 1000000 else e end`;
const newKey = (name: string) => ({
  text: name,
  prefix: name,
  hash: createHash('sha256').update(name).digest('hex'),
});

testPlans({
  schema: 'gateway',
  tables: ['empresa', 'api_key', 'audit_entry', 'audit_checkpoint', 'change_sequence'],
  fill: (state) => [
    `insert into empresa (id, nome) select distinct ${numberedId(0, empresaOf)}, 'Empresa' from ${recordsOf(state)}`,
    // Of a company's first thousand keys every twentieth is valid.
    `insert into api_key (id, empresa_id, prefixo, hash, rotulo, escopo, revoked_at)
     select ${numberedId(2, number)}, ${numberedId(0, empresaOf)}, 'rep_live_' || ${number}, sha256((${number})::text::bytea),
       'ERP', 'admin', case when n % 20 <> 1 or n > 1000 then now() end
     from ${recordsOf(state)}`,
  ],
  queries: (database, { records }) => {
    const keys = makeKeysRepository(database);
    const empresas = makeEmpresasRepository(database);
    const { empresa_id: _, key, ...call } = plannedCall();
    const act: Act = {
      ...call,
      caller: { chave_id: key.id, chave_prefixo: key.prefix, operador: null, request_id: 'plan', endereco: null },
    };
    // A bitmap scan reads the entries of the index, and then the rows.
    const ofEmpresa = 2 * Math.min(records, maxOfEmpresa) + 150;
    const used = [1, 2, 3, 4].map((n) => [keyId(n), 29_000_000] as const);
    const expiry = { expira_em: null };
    return {
      'the holder of a key': [() => keys.findHolder(call, newKey('1').hash)],
      'no holder': [() => keys.findHolder(call, newKey('unknown').hash)],
      'the valid keys of a company': [() => keys.listValid(call, empresaId), ofEmpresa],
      'all keys of a company': [() => keys.listWithState(call, empresaId), ofEmpresa],
      'a key by its id': [() => keys.findValid(call, keyId(1))],
      'a key by its prefix': [() => keys.findValid(call, 'rep_live_1')],
      'noting uses': [() => keys.noteUses(call, used)],
      'issuing a key': [
        () => keys.issue(act, empresaId, newKey('a'), { ...expiry, rotulo: 'ERP', escopo: 'read' }),
        2 * ofEmpresa,
      ],
      'rotating a key': [
        () => keys.rotate(act, empresaId, keyId(1), newKey('b'), { ...expiry, sobreposicao: 60 }),
        2 * ofEmpresa,
      ],
      'revoking a key': [() => keys.revoke(act, empresaId, keyId(1)), ofEmpresa],
      'the first page of companies': [() => empresas.list(call, { limit: 20 })],
      'a later page of companies': [() => empresas.list(call, { limit: 20, after: numberedId(0, 2_000_000) })],
      'the name of a company': [() => empresas.findName(call, empresaId)],
      'a company': [() => empresas.read(call, empresaId)],
      'the end of its day': [() => empresas.endOfDay(call, empresaId, '2026-11-18')],
      'renaming a company': [() => empresas.update(act, empresaId, { nome: 'Outra' }), ofEmpresa],
      'creating a company': [() => empresas.create(act, { nome: 'Nova' }, newKey('c'), 'Primeira')],
      'creating the demo companies': [() => empresas.createDemo(act, demoEmpresas)],
    };
  },
});
