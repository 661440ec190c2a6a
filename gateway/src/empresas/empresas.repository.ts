import { type Call, callWithin } from '@representa/contracts';
import { changedColumns, type Database } from '@representa/postgres';
import type { ApiKey } from './api-key.ts';
import type { demoEmpresas } from './demo.ts';

/** Whom a key that is neither revoked nor expired stands for. */
export interface KeyHolder {
  key_id: string;
  prefix: string;
  empresa_id: string;
  time_zone: string;
  ativa: boolean;
  /** Milliseconds since 1970. */
  expires_at: number | null;
}

export interface EmpresaRow {
  id: string;
  nome: string;
  ativa: boolean;
  time_zone: string;
}

export interface KeyRow {
  id: string;
  prefix: string;
  empresa: string;
  state: 'valid' | 'expired' | 'revoked';
  /** The last day on which it is valid, in the company's time zone. */
  expires_on: string | null;
}

export type EmpresaChanges = Partial<Pick<EmpresaRow, 'ativa' | 'time_zone'>>;

interface HashRow {
  hash: string;
}

const hashes = (rows: readonly HashRow[]): string[] => rows.map(({ hash }) => hash);

export type EmpresasRepository = ReturnType<typeof makeEmpresasRepository>;

export const makeEmpresasRepository = (sql: Database) => ({
  findName: async (call: Call, id: string): Promise<{ nome: string } | null> => {
    const [found] = await sql.within(call, sql<{ nome: string }[]>`select nome from empresa where id = ${id}`);
    return found ?? null;
  },

  findKeyHolder: async (hash: string, milliseconds: number): Promise<KeyHolder | null> => {
    const [row] = await sql.within(
      callWithin(milliseconds),
      sql<KeyHolder[]>`
        select api_key.id as key_id, prefix, empresa.id as empresa_id, time_zone, ativa,
          (extract(epoch from expires_at) * 1000)::float8 as expires_at
        from api_key join empresa on empresa.id = empresa_id
        where hash = decode(${hash}, 'hex') and revoked_at is null and (expires_at is null or expires_at > now())
      `,
    );
    return row ?? null;
  },

  create: async (nome: string, key: ApiKey, time_zone?: string): Promise<string> => {
    const [row] = await sql<{ id: string }[]>`
      with created as (insert into empresa (nome, time_zone) values (${nome}, ${time_zone ?? sql`default`}) returning id)
      insert into api_key (empresa_id, prefix, hash)
      select id, ${key.prefix}, decode(${key.hash}, 'hex') from created
      returning empresa_id as id
    `;
    if (!row) throw new Error('the new empresa was not returned');
    return row.id;
  },

  /** What was there already is left as it is. Returns the hashes of the keys that are new. */
  createDemo: async (empresas: typeof demoEmpresas): Promise<string[]> =>
    hashes(
      await sql<HashRow[]>`
      with demo as (
        select * from json_to_recordset(${JSON.stringify(empresas)}::text::json)
          as demo (id uuid, nome text, ativa boolean, key text, hash text)
      ), created as (
        insert into empresa (id, nome, ativa) select id, nome, ativa from demo on conflict (id) do nothing
      )
      insert into api_key (empresa_id, prefix, hash) select id, key, decode(hash, 'hex') from demo
      on conflict (hash) do nothing
      returning encode(hash, 'hex') as hash
    `,
    ),

  list: async (): Promise<EmpresaRow[]> => [
    ...(await sql<EmpresaRow[]>`select id, nome, ativa, time_zone from empresa order by id`),
  ],

  listKeys: async (): Promise<KeyRow[]> => [
    ...(await sql<KeyRow[]>`
      select api_key.id, prefix, empresa.nome as empresa,
        to_char((expires_at at time zone time_zone) - interval '1 ms', 'YYYY-MM-DD') as expires_on,
        case when revoked_at is not null then 'revoked' when expires_at <= now() then 'expired' else 'valid' end as state
      from api_key join empresa on empresa.id = empresa_id
      order by empresa_id, api_key.id
    `),
  ],

  /** The hashes of the keys that this changes the meaning of; undefined when there is no such empresa. */
  update: async (id: string, changes: EmpresaChanges): Promise<string[] | undefined> => {
    const rows = await sql<{ hash: string | null }[]>`
      with changed as (
        update empresa set updated_at = now() ${changedColumns(sql, changes)} where id = ${id} returning id
      )
      select encode(hash, 'hex') as hash from changed left join api_key on empresa_id = changed.id
    `;
    return rows.length === 0 ? undefined : rows.flatMap(({ hash }) => hash ?? []);
  },

  /** Valid through the end of the day `expires_on` in the company's time zone. */
  addKey: async (
    empresa_id: string,
    key: ApiKey,
    expires_on: string | null,
  ): Promise<'added' | 'unknown empresa' | 'in the past'> => {
    const [row] = await sql<{ exists: boolean; added: boolean }[]>`
      with owner as (
        select id, (${expires_on}::date + 1)::timestamp at time zone time_zone as expires_at
        from empresa where id = ${empresa_id}
      ), added as (
        insert into api_key (empresa_id, prefix, hash, expires_at)
        select id, ${key.prefix}, decode(${key.hash}, 'hex'), expires_at from owner
        where expires_at is null or expires_at > now()
        returning id
      )
      select exists (select from owner), exists (select from added) as added
    `;
    if (row?.added) return 'added';
    return row?.exists ? 'in the past' : 'unknown empresa';
  },

  /** By id or by prefix; nothing is revoked unless that means exactly one key. Returns the hashes of all that it means. */
  revokeKey: async (idOrPrefix: string): Promise<string[]> =>
    hashes(
      await sql<HashRow[]>`
      with meant as (
        select id, hash from api_key where revoked_at is null and (id::text = ${idOrPrefix} or prefix = ${idOrPrefix})
      ), revoked as (
        update api_key set revoked_at = now() where id = (select id from meant) and (select count(*) from meant) = 1
      )
      select encode(hash, 'hex') as hash from meant
    `,
    ),
});
