import { makeChangesRepository } from '@representa/changes';
import { makeKeptAnswers } from '@representa/idempotency';
import { makeOwnedRecords } from '@representa/references';
import { numberedId, plannedCall, recordsOf, testPlans } from '@representa/testing';
import { makeClientsRepository } from '../src/clients/clients.repository.ts';
import { createClientBody } from '../src/clients/clients.schemas.ts';

const client = (n: number): string => numberedId(1, n);
const idempotency = (key: string) => ({ key, fingerprint: Buffer.alloc(32) });

testPlans({
  schema: 'clients',
  tables: ['client', 'client_counter', 'kept_answer', 'change_sequence', 'tombstone'],
  fill: (state) => [
    `insert into client
       (empresa_id, id, codigo, nome, email, telefone, cidade, estado, ativo, created_at, updated_at,
        change)
     select ${numberedId(0, 'e')}, ${numberedId(1, '(e - 1) * 100000 + n')}, 'C' || n, 'Mercado número ' || n,
       'c' || n || '@' || e || '.com.br', '+5511987654321', 'São Paulo', 'SP', true, now(), now(), n
     from ${recordsOf(state)}`,
    'insert into change_sequence (empresa_id, last) select empresa_id, max(change) from client group by 1',
    `insert into tombstone (empresa_id, resource, change, id, deleted_at)
     select empresa_id, 'client', last + n, gen_random_uuid(), now() - interval '91 days'
     from change_sequence cross join generate_series(1, 2000) n where empresa_id = '${numberedId(0, 1)}'`,
    `insert into client_counter (empresa_id, total) select empresa_id, count(*) from client group by 1`,
    `insert into kept_answer (empresa_id, key, fingerprint, status, record, created_at)
     select empresa_id, codigo, '', 201, '{}', now() - interval '25 hours' from client`,
  ],
  queries: (sql, { records }) => {
    const clients = makeClientsRepository(sql);
    const owned = makeOwnedRecords(sql, 'client');
    const answers = makeKeptAnswers(sql);
    const changes = makeChangesRepository(sql);
    const call = plannedCall();
    const body = createClientBody.parse({
      nome: 'Mercado novo',
      email: 'novo@exemplo.com.br',
      telefone: '11987654321',
      cidade: 'Recife',
      estado: 'PE',
    });
    const deepPage = Math.max(1, Math.floor(records / 40));
    const attempt = { empresa_id: call.empresa_id, id: client(2), epoch: 1 };
    return {
      'the first page': [() => clients.list(call, { page: 1, limit: 20, search: undefined })],
      'a first page of 100': [() => clients.list(call, { page: 1, limit: 100, search: undefined }), 250],
      'the second page': [() => clients.list(call, { page: 2, limit: 20, search: undefined })],
      'a deep page': [() => clients.list(call, { page: deepPage, limit: 20, search: undefined }), 2 * records + 150],
      'a page past the end': [
        () => clients.list(call, { page: 2 * records, limit: 20, search: undefined }),
        2 * records + 150,
      ],
      'a search that finds one': [() => clients.list(call, { page: 1, limit: 20, search: 'c3@1.com' })],
      'a search that finds none': [() => clients.list(call, { page: 1, limit: 20, search: 'padaria' })],
      'the newest change': [() => changes.progress(call)],
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
      'updating one': [() => clients.update(call, client(1), { nome: 'Outro nome' })],
      'creating one': [() => clients.create({ ...call, idempotency: idempotency('new') }, body)],
      'finding a kept answer': [() => answers.find(call, idempotency('new'))],
      'removing old answers': [() => answers.removeOld(call), 1_600],
      'beginning a delete': [() => owned.beginDelete(call, attempt)],
      'looking at a delete': [() => owned.deleteState(call, attempt)],
      'what is unfinished': [() => owned.unfinished(call, 0)],
      'claiming a delete': [() => owned.claimDelete(call, attempt)],
      'releasing a delete': [() => owned.releaseDelete(call, attempt)],
      'acknowledging a rename': [() => owned.renameDone(call, { ...attempt, nome: '', revision: 0 })],
      'deleting one': [() => clients.remove(call, { ...attempt, epoch: 2 })],
    };
  },
});
