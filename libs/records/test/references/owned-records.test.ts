import { randomUUID } from 'node:crypto';
import { callWithin } from '@representa/contracts';
import { connectPostgres, type Database } from '@representa/postgres';
import { startTestDatabase, type TestDatabase } from '@representa/testing';
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeOwnedRecords, type OwnedRecords } from '../../src/references/owned-records.repository.ts';

let testDatabase: TestDatabase;
let admin: postgres.Sql;
beforeAll(async () => {
  testDatabase = await startTestDatabase();
  admin = postgres(testDatabase.adminUrl, { max: 1, onnotice: () => {} });
});
afterAll(async () => {
  await admin.end();
  await testDatabase.stop();
});

const call = () => callWithin(5_000);

describe.each([
  ['client', 'clients', { codigo: 'C' }],
  ['representada', 'catalog', { cnpj: '', endereco: '', contato: '', observacao: '', comissao: 0 }],
] as const)('%s', (kind, schema, others) => {
  let database: Database;
  let records: OwnedRecords;
  let address: { empresa_id: string; id: string };

  beforeAll(() => {
    const url = testDatabase.databaseUrl(schema);
    database = connectPostgres({ url, schema, connections: 1, statementTimeoutMs: 5_000 });
    records = makeOwnedRecords(database, kind);
  });
  afterAll(() => database.end());
  beforeEach(async () => {
    address = { empresa_id: randomUUID(), id: randomUUID() };
    const at = new Date();
    const values = {
      ...address,
      ...{ nome: 'Aurora', email: `${address.id}@x.br`, telefone: '', cidade: 'Recife', estado: 'PE', ativo: true },
      ...{ created_at: at, updated_at: at, change: 1, ...others },
    };
    await admin`insert into ${admin(schema)}.${admin(kind)} ${admin(values)}`;
  });

  const begin = async (): Promise<number> => (await records.beginDelete(call(), address)) as number;
  const isPending = async () => (await records.state(call(), address))?.delete_pending;

  test('an attempt to delete that is over does not release a newer one', async () => {
    const older = await begin();
    const newer = await begin();
    await records.releaseDelete(call(), { ...address, epoch: older });
    expect(await isPending()).toBe(true);
    await records.releaseDelete(call(), { ...address, epoch: newer });
    expect(await isPending()).toBe(false);
  });

  test('an attempt that was taken over does not release what its successor still takes back', async () => {
    const epoch = await begin();
    const claimed = (await records.claimDelete(call(), { ...address, epoch })) as number;
    await records.releaseDelete(call(), { ...address, epoch });
    expect(await isPending()).toBe(true);
    expect(await records.claimDelete(call(), { ...address, epoch })).toBeUndefined();
    await records.releaseDelete(call(), { ...address, epoch: claimed });
    expect(await isPending()).toBe(false);
    expect(await records.claimDelete(call(), { ...address, epoch: claimed })).toBeUndefined();
  });
});
