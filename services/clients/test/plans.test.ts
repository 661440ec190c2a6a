import { findExternal, makeChangesRepository, makeKeptAnswers, makeOwnedRecords } from '@representa/records';
import { makeFindRenamed, makeStagedRows, mergeText } from '@representa/tables';
import { listPlans, numberedId, plannedCall, recordsOf, testPlans } from '@representa/testing';
import { makeClientsRepository } from '../src/clients/clients.repository.ts';
import { clientOrders, client as clientRecord, listClientsQuery } from '../src/clients/clients.schemas.ts';

/** A fill writes it, as triggers are off. */
const sharedRegister = "uuid '00000000-0000-0000-0000-000000000000'";
const client = (n: number): string => numberedId(1, n);
const idempotency = (key: string) => ({ key, fingerprint: Buffer.alloc(32) });

testPlans({
  schema: 'clients',
  tables: [
    'client',
    'client_counter',
    'record_counter',
    'kept_answer',
    'change_sequence',
    'current_change',
    'tombstone',
    'import_row',
  ],
  fill: (state) => [
    `insert into client
       (empresa_id, id, codigo, nome, email, telefone, cidade, estado, ativo, created_at, updated_at,
        change, cnpj_cpf, segunda, id_externo, register_id)
     select ${numberedId(0, 'e')}, ${numberedId(1, '(e - 1) * 100000 + n')}, 'C' || n, 'Mercado número ' || n,
       'c' || n || '@' || e || '.com.br', '+55119' || n, case when n % 100 = 1 then 'Olinda' else 'São Paulo' end,
       case when n % 100 = 2 then 'PE' else 'SP' end, n % 100 <> 3, now(), now(), n, n::text, n % 100 = 4,
       case when n % 2 = 1 then 'E-' || n || '.' end, ${sharedRegister}
     from ${recordsOf(state)}`,
    'insert into change_sequence (empresa_id, last) select empresa_id, max(change) from client group by 1',
    `insert into current_change (empresa_id, resource, change, id, updated_at)
     select empresa_id, 'client', change, id, updated_at from client`,
    `insert into tombstone (empresa_id, resource, change, id, deleted_at)
     select empresa_id, 'client', last + n, gen_random_uuid(), now() - interval '91 days'
     from change_sequence cross join generate_series(1, 2000) n where empresa_id = '${numberedId(0, 1)}'`,
    `insert into record_counter (empresa_id, resource, total, active)
     select empresa_id, 'client', count(*), count(*) filter (where ativo) from client group by 1`,
    `insert into kept_answer (empresa_id, key, fingerprint, status, record, created_at)
     select empresa_id, codigo, '', 201, '{}', now() - interval '25 hours' from client`,
    // The imports of other processes.
    `insert into import_row (import_id, line, key, given) select ${numberedId(6, 'e')}, n, 'C' || n, '{}' from ${recordsOf(state)}`,
  ],
  queries: (database, state) => {
    const { records } = state;
    const clients = makeClientsRepository(database);
    const route = { ativo: true, ordenar: 'nome', limit: 20 } as const;
    const owned = makeOwnedRecords(database, 'client');
    const answers = makeKeptAnswers(database);
    const changes = makeChangesRepository(database);
    const call = plannedCall();
    const body = clientRecord.createBody.parse({
      nome: 'Mercado novo',
      email: 'novo@exemplo.com.br',
      telefone: '11987654321',
      cidade: 'Recife',
      estado: 'PE',
    });
    const staged = makeStagedRows(database);
    const importId = numberedId(7, 1);
    const imported = (line: number, codigo: string | null) => ({
      line,
      key: codigo,
      record: { ...body, codigo, email: `importado-${line}@exemplo.com.br` },
      given: { nome: 'Mercado importado', id_externo: `I-${line}` },
      faults: null,
      change_faults: null,
    });
    const all = listClientsQuery.parse({});
    const deepPage = Math.max(1, Math.floor(records / 40));
    const attempt = { empresa_id: call.empresa_id, id: client(2), epoch: 1 };
    return {
      'the first page': [() => clients.list.page(call, all)],
      'a first page of 100': [() => clients.list.page(call, { ...all, limit: 100 }), 250],
      'the second page': [() => clients.list.page(call, { ...all, page: 2 })],
      'a deep page': [() => clients.list.page(call, { ...all, page: deepPage }), 2 * records + 150],
      'a page past the end': [() => clients.list.page(call, { ...all, page: 2 * records }), 2 * records + 150],
      ...listPlans({
        list: clients.list,
        call,
        state,
        all,
        orders: clientOrders,
        positions: { nome: ['mercado numero 3', client(3)], created_at: [client(600)] },
        nearEnd: [client(10)],
        filters: {
          'found by search': { search: 'c3@1.com' },
          'not found': { search: 'padaria' },
          'that are active': [{ ativo: true }, records],
          'that are inactive': [{ ativo: false }, records / 100],
          'of a state that few have': [{ estado: 'PE' }, records / 100],
          'of a state that most have': [{ estado: 'SP' }, records],
          'of a state that none has': { estado: 'AC' },
          'of a city that few have': [{ cidade: 'olinda' }, records / 100],
          'of a city that most have': [{ cidade: 'SAO PAULO' }, records],
          'of a day that few have': [{ dia: 'segunda' }, records / 100],
          'of a day that none has': { dia: 'sexta' },
          'with a number': { cnpj_cpf: '7' },
          'with a phone': { telefone: '+551197' },
          'with an email': { email: 'C7@1.com.br' },
          'of an external id': { id_externo: 'E-3.' },
          'with a code': { codigo: 'C7' },
          'with a code, of a state and a city': { codigo: 'C7', estado: 'SP', cidade: 'São Paulo' },
          'found by search, of a city and active': { search: 'c3@1.com', cidade: 'São Paulo', ativo: true },
          'of a city and a state that few have': [{ cidade: 'São Paulo', estado: 'PE' }, records],
        },
      }),
      'renames of an import that sales has not acknowledged': [
        () => makeFindRenamed(database, 'client')(call, numberedId(9, 1), 0),
      ],
      'a page of changes': [() => clients.changes(call, 0, 20)],
      'a later page of changes': [() => clients.changes(call, Math.floor(records / 2), 20)],
      'changes after the last record': [() => clients.changes(call, 300_000, 20)],
      'removing old tombstones': [() => changes.prune(call), 3_500],
      'reading one': [() => clients.read(call, client(1))],
      'finding some for sales': [
        () =>
          clients.find(
            call,
            [1, 2, 3, 4].map((n) => ({ empresa_id: call.empresa_id, id: client(n) })),
          ),
      ],
      'the states of 100 clients': [
        () =>
          clients.states(call, {
            empresa_id: call.empresa_id,
            ids: Array.from({ length: 100 }, (_, n) => client(n + 1)),
          }),
        250,
      ],
      'the route of a day that few have': [
        () => clients.visitedList.after(call, { ...route, dia: 'segunda' }, undefined),
        2 * 25 * 21 + (3 * records) / 100,
      ],
      'the route of a day that none has': [
        () => clients.visitedList.after(call, { ...route, dia: 'sexta' }, undefined),
        2 * 25 * 21,
      ],
      'finding an external id': [() => findExternal(database, call, 'client', 'E-3.')],
      'updating one': [() => clients.update(call, client(1), { nome: 'Outro nome' })],
      'creating one': [() => clients.create({ ...call, idempotency: idempotency('new') }, body)],
      'finding a kept answer': [() => answers.find(call, idempotency('new'))],
      'removing old answers': [() => answers.removeOld(call), 1_600],
      'staging rows of an import': [
        () =>
          staged.add(call, importId, [imported(1, 'C2'), imported(2, 'C5'), imported(3, 'NOVO'), imported(4, null)]),
      ],
      'merging them': [
        () =>
          staged.merge(
            call,
            importId,
            false,
            mergeText(clientRecord, { uniqueBy: 'email', prepare: 'give_client_codes' }),
          ),
      ],
      'removing them': [() => staged.remove(call, importId)],
      'removing old rows': [() => staged.removeOld(call)],
      'beginning a delete': [() => owned.beginDelete(call, attempt)],
      'looking at a delete': [() => owned.state(call, attempt)],
      'what is unfinished': [() => owned.unfinished(call, 0)],
      'claiming a delete': [() => owned.claimDelete(call, attempt)],
      'releasing a delete': [() => owned.releaseDelete(call, attempt)],
      'acknowledging a rename': [() => owned.renameDone(call, { ...attempt, nome: '', revision: 0 })],
      'acknowledging renames': [
        () =>
          owned.renamesDone(
            call,
            call.empresa_id,
            [1, 3, 4].map((n) => ({ empresa_id: call.empresa_id, id: client(n), nome: '', revision: 0 })),
          ),
      ],
      'deleting one': [() => clients.remove(call, { ...attempt, epoch: 2 })],
    };
  },
});
