import { makeAuditRepository } from '@representa/records';
import { nilUuid } from '@representa/service-kit';
import { numberedId, plannedCall, recordsOf, testPlans } from '@representa/testing';

const moment = (n: number): string => new Date(Date.UTC(2026, 0, 1) + n * 1_000).toISOString();

// The library's tables and queries are the same in every schema.
testPlans({
  schema: 'gateway',
  tables: ['audit_entry', 'audit_checkpoint'],
  fill: (state) => [
    `insert into audit_entry (empresa_id, numero, em, recurso, registro_id, chave_id, entry, hash)
     select ${numberedId(0, 'e')}, n, timestamptz '2026-01-01T00:00:00Z' + n * interval '1 second',
       case when n % 1000 = 1 then 'empresas' when n % 1000 = 2 then 'webhooks' else 'keys' end, (n / 4)::text,
       case when n % 1000 = 1 then ${numberedId(2, '1')} else ${numberedId(2, '2')} end,
       json_build_object('numero', n, 'em', '', 'operacao', '', 'recurso', '', 'id', '', 'campos', null, 'chave_id', null,
         'chave_prefixo', null, 'operador', null, 'request_id', null, 'endereco', null), ''
     from ${recordsOf(state)}`,
  ],
  queries: (database, { records }) => {
    const audit = makeAuditRepository(database);
    const { empresa_id, ...call } = plannedCall();
    const read =
      (filters: object = {}) =>
      () =>
        audit.read(call, { empresa_id, limit: 20, ...filters });
    const middle = Math.floor(records / 2);
    const [seldom, often] = [numberedId(2, 1), numberedId(2, 2)];
    return {
      'the first page': [read()],
      'a later page': [read({ before: middle })],
      'of a resource that most have': [read({ recurso: 'keys' })],
      'of a resource that few have': [read({ recurso: 'empresas' })],
      'of a resource that none has': [read({ recurso: 'sales' })],
      'of a key that did most': [read({ chave_id: often })],
      'of a key that did little': [read({ chave_id: seldom })],
      'of a key that did most, and a resource': [read({ chave_id: often, recurso: 'keys' })],
      'of a key that did most, and a resource that few have': [read({ chave_id: often, recurso: 'webhooks' })],
      'of a key that did most, and a resource of another': [read({ chave_id: often, recurso: 'empresas' })],
      'of a key and a resource until a moment': [
        read({ chave_id: often, recurso: 'webhooks', ate: moment(middle), before: middle }),
      ],
      'of a record': [read({ id: '1' })],
      'of a record and its resource': [read({ id: '1', recurso: 'keys' })],
      'of a record, a key and a resource': [read({ id: '1', recurso: 'keys', chave_id: often })],
      'since a moment': [read({ de: moment(middle) })],
      'until a moment': [read({ ate: moment(middle) })],
      'of a day long ago': [read({ de: moment(2), ate: moment(4), recurso: 'keys' })],
      'of a day with nothing': [read({ de: moment(-9), ate: moment(-8) })],
      'a key on a day long ago': [read({ de: moment(2), ate: moment(4), chave_id: often })],
      'a part of the chain': [() => audit.readChain(call, { empresa_id, after: middle, limit: 20 })],
      // Looks at the oldest entry of a thousand companies.
      'what is too old, when nothing is': [() => audit.findOld(call, new Date('1900-01-01'), nilUuid), 8_000],
      'what is too old, when all is': [() => audit.findOld(call, new Date('2900-01-01'), nilUuid)],
      'what is removed at once': [() => audit.readChain(call, { empresa_id, after: 0, limit: 500 }), 1_000],
      'removing it': [() => audit.cut(call, { empresa_id, numero: 500, hash: 'ff', em: '' }, 'ff'), 1_000],
    };
  },
});
