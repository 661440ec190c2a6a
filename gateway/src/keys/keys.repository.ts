import type { Call } from '@representa/contracts';
import { type Database, json, jsonb, literal, sql, withErrors } from '@representa/postgres';
import { insertTexts, writeRecord } from '@representa/records';
import { recordId } from '@representa/service-kit';
import type { Act } from '../audit/act.ts';
import type { ApiKey } from '../authentication/api-key.ts';
import { empresaNotFound, keyNotFound, lastAdminKey, tooManyKeys } from '../gateway.errors.ts';
import type { KeyHolder } from './keys.schemas.ts';
import {
  type KeyRecord,
  type KeyWithState,
  keyRecord,
  maxKeys,
  maxListed,
  type NewKey,
  type Rotation,
} from './keys.schemas.ts';

export interface ListedKey extends Omit<KeyWithState, 'criada_em'> {
  empresa_id: string;
  empresa: string;
  /** The last day on which it is valid, in the company's time zone. */
  expira_no_dia: string | null;
}

interface FoundKey {
  id: string;
  empresa_id: string;
}

const refusals = {
  record_missing: keyNotFound,
  api_key_empresa_id_fkey: empresaNotFound,
  key_last_admin: lastAdminKey,
  key_too_many: tooManyKeys,
};

/** When a key was last used, in whole minutes since 1970. */
export type KeyUse = readonly [key_id: string, minute: number];

export type KeysRepository = ReturnType<typeof makeKeysRepository>;

const { columns, resource } = keyRecord;
const inserted = insertTexts(keyRecord);
const [names, values] = [sql.unsafe(inserted.names), sql.unsafe(inserted.values)];
const state = sql`
    case when revoked_at is not null then 'revogada' when is_valid_key(api_key) then 'valida' else 'expirada' end`;

/** A fence. Without it the planner may read the keys of all companies in the order of their ids. */
const beforeSort = sql`offset 0`;

export const makeKeysRepository = (database: Database) => {
  const write = withErrors(database.within, refusals);

  return {
    listValid: (call: Call, empresa_id: string): Promise<KeyRecord[]> =>
      database.within(
        call,
        sql<KeyRecord[]>`
          select * from (
            select ${columns} from api_key where empresa_id = ${empresa_id} and is_valid_key(api_key) ${beforeSort}
          ) valid order by id desc`,
      ),

    /** Valid keys first: a thousand newer ones that were revoked must not hide them. */
    listWithState: (call: Call, empresa_id: string): Promise<KeyWithState[]> =>
      database.within(
        call,
        sql<KeyWithState[]>`
          select * from (
            select ${columns}, ${state} as estado from api_key where empresa_id = ${empresa_id} ${beforeSort}
          ) listed order by estado <> 'valida', id desc limit ${literal(maxListed)}`,
      ),

    listOfAllEmpresas: (call: Call): Promise<ListedKey[]> =>
      database.within(
        call,
        sql<ListedKey[]>`
          select api_key.id, rotulo, escopo, prefixo, empresa_id, nome as empresa, ultimo_uso, expira_em,
            to_char((expira_em at time zone fuso_horario) - interval '1 ms', 'YYYY-MM-DD') as expira_no_dia,
            ${state} as estado
          from api_key join empresa on empresa.id = empresa_id
          order by empresa_id, api_key.id`,
      ),

    /** The company that a key belongs to, if the key is valid. */
    findHolder: async (call: Call, hash: string): Promise<KeyHolder | null> => {
      const [row] = await database.within(
        call,
        sql<KeyHolder[]>`
          select api_key.id as key_id, prefixo as prefix, escopo, empresa.id as empresa_id, fuso_horario as time_zone, ativa,
            requisicoes_por_segundo, rajada, (extract(epoch from expira_em) * 1000)::float8 as expires_at
          from api_key join empresa on empresa.id = empresa_id
          where hash = decode(${hash}, 'hex') and is_valid_key(api_key)
        `,
      );
      return row ?? null;
    },

    /** Finds by id or by prefix. Returns up to two keys: several may have the same prefix. */
    findValid: (call: Call, idOrPrefix: string): Promise<FoundKey[]> =>
      database.within(
        call,
        sql<FoundKey[]>`
          select id, empresa_id from api_key
          where (id = ${recordId.parse(idOrPrefix)} or prefixo = ${idOrPrefix}) and is_valid_key(api_key) limit 2`,
      ),

    /** `id`: only of a key of the demo company. */
    issue: async (
      act: Act,
      empresa_id: string,
      { prefix, hash }: ApiKey,
      wanted: NewKey & { id?: string },
    ): Promise<KeyRecord> => {
      const [issued] = await write(
        act,
        writeRecord<[KeyRecord]>(
          { ...act, empresa_id },
          {
            name: 'insert api_key',
            operation: 'criar',
            resource,
            written: sql`
              insert into api_key (id, empresa_id, prefixo, hash, ${names})
              select coalesce(given.id, numbered.fresh_id), numbered.empresa_id, ${prefix}, decode(${hash}, 'hex'), ${values}
              from numbered cross join lateral make_room_for_key(numbered.empresa_id, ${maxKeys})
                cross join lateral jsonb_populate_record(null::api_key, ${jsonb(wanted)}) given
              returning ${columns}, null::int as was_version, null::text[] as fields`,
            columns,
          },
        ),
      );
      return issued;
    },

    /** Returns its hash. */
    revoke: async (act: Act, empresa_id: string, id: string): Promise<string> => {
      const [{ hash }] = await write(
        act,
        writeRecord<[{ hash: string }]>(
          { ...act, empresa_id },
          {
            name: 'revoke api_key',
            operation: sql`'revogar'`,
            resource,
            written: sql`
              update api_key as record set revoked_at = now() from numbered
              where record.empresa_id = numbered.empresa_id and record.id = ${id} and is_valid_key(record)
              returning record.id, encode(record.hash, 'hex') as hash, null::int as was_version, null::text[] as fields,
                check_last_admin_key(old, '-infinity')`,
            columns: sql`hash`,
          },
        ),
      );
      return hash;
    },

    /** The new key has the fields of the old one. Without an expiry of its own it expires when that would have. */
    rotate: async (
      act: Act,
      empresa_id: string,
      id: string,
      { prefix, hash }: ApiKey,
      { sobreposicao, expira_em }: Rotation,
    ): Promise<{ key: KeyRecord; oldHash: string }> => {
      const [{ old_hash, ...key }] = await write(
        act,
        writeRecord<[KeyRecord & { old_hash: string }]>(
          { ...act, empresa_id },
          {
            name: 'rotate api_key',
            operation: sql`'trocar'`,
            resource,
            id: sql`written.old_id::text`,
            also: [{ operation: 'criar', resource }],
            before: sql`
              replaced as (
                update api_key as record set
                  expira_em = least(record.expira_em, now() + make_interval(secs => ${sobreposicao})),
                  revoked_at = case when ${sobreposicao} = 0 then now() end,
                  is_rotated = true,
                  unrotated_expires_at = case when record.is_rotated then record.unrotated_expires_at else record.expira_em end
                from numbered
                where record.empresa_id = numbered.empresa_id and record.id = ${id} and is_valid_key(record)
                returning old as was, case
                  when ${expira_em !== undefined} then ${expira_em ?? null}::text::timestamptz else new.unrotated_expires_at
                end as expiry
              ), made as (
                insert into api_key (empresa_id, prefixo, hash, ${names})
                select (was).empresa_id, ${prefix}, decode(${hash}, 'hex'), ${values}
                from replaced cross join lateral check_last_admin_key(was, expiry)
                  cross join lateral make_room_for_key((was).empresa_id, ${maxKeys})
                  cross join lateral jsonb_populate_record(was, jsonb_build_object('expira_em', expiry)) given
                returning ${columns}
              ),`,
            written: sql`
              select made.*, (was).id as old_id, encode((was).hash, 'hex') as old_hash, null::int as was_version,
                null::text[] as fields
              from replaced cross join made`,
            columns: sql`old_hash, ${columns}`,
          },
        ),
      );
      return { key, oldHash: old_hash };
    },

    /**
     * Skips rows that another gateway is writing: it writes the same minute. Each key is looked up by itself, because a join may
     * read all keys.
     */
    noteUses: async (call: Call, uses: readonly KeyUse[]): Promise<void> => {
      const used = uses.map(([id, minute]) => ({ id, minute }));
      await database.within(
        call,
        sql`
          with used as (
            select id, to_timestamp(minute * 60.0) as at
            from json_to_recordset(${json(used)}) as used (id uuid, minute int)
            order by id
          ), due as materialized (
            select used.id, at from used cross join lateral (
              select from api_key where id = used.id and (ultimo_uso is null or ultimo_uso < at)
              for update skip locked
            ) locked
          )
          update api_key set ultimo_uso = (select at from due where due.id = api_key.id)
          where id = any (array(select id from due))`,
      );
    },
  };
};
