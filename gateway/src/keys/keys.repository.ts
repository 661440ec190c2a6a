import type { Call } from '@representa/contracts';
import { type Database, json, jsonb, literal, sql, withErrors } from '@representa/postgres';
import { recordId } from '@representa/service-kit';
import type { Act } from '../audit/act.ts';
import type { ApiKey } from '../authentication/api-key.ts';
import type { KeyHolder } from '../authentication/key-holder.ts';
import { empresaNotFound } from '../empresas/empresas.errors.ts';
import { keyNotFound, lastAdminKey, tooManyKeys } from './keys.errors.ts';
import type { KeyRecord, KeyWithState, NewKey, Rotation } from './keys.schemas.ts';
import { maxKeys, maxListed } from './limits.ts';

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

/** What `issue_key`, `rotate_key` and `revoke_key` refuse. */
const refusals = {
  empresa_unknown: empresaNotFound,
  key_unknown: keyNotFound,
  key_last_admin: lastAdminKey,
  key_too_many: tooManyKeys,
};

/** When a key was last used, in whole minutes since 1970. */
export type KeyUse = readonly [key_id: string, minute: number];

export type KeysRepository = ReturnType<typeof makeKeysRepository>;

const columns = sql`
    id, rotulo, escopo, prefix as prefixo, created_at as criada_em, last_used_at as ultimo_uso, expires_at as expira_em`;
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
          select api_key.id, rotulo, escopo, prefix as prefixo, empresa_id, nome as empresa,
            last_used_at as ultimo_uso, expires_at as expira_em,
            to_char((expires_at at time zone time_zone) - interval '1 ms', 'YYYY-MM-DD') as expira_no_dia,
            ${state} as estado
          from api_key join empresa on empresa.id = empresa_id
          order by empresa_id, api_key.id`,
      ),

    /** The company that a key belongs to, if the key is valid. */
    findHolder: async (call: Call, hash: string): Promise<KeyHolder | null> => {
      const [row] = await database.within(
        call,
        sql<KeyHolder[]>`
          select api_key.id as key_id, prefix, escopo, empresa.id as empresa_id, time_zone, ativa,
            requisicoes_por_segundo, rajada, (extract(epoch from expires_at) * 1000)::float8 as expires_at
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
          where (id = ${recordId.parse(idOrPrefix)} or prefix = ${idOrPrefix}) and is_valid_key(api_key) limit 2`,
      ),

    issue: async (
      act: Act,
      empresa_id: string,
      key: ApiKey,
      { rotulo, escopo, expira_em }: NewKey,
    ): Promise<KeyRecord> => {
      const [issued] = await write(
        act,
        sql<[KeyRecord]>`
          select ${columns} from issue_key(
            ${empresa_id}, ${key.prefix}, decode(${key.hash}, 'hex'), ${rotulo}, ${escopo},
            ${expira_em}::text::timestamptz, ${maxKeys}, ${jsonb(act.caller)}
          )`,
      );
      return issued;
    },

    /** Returns its hash. */
    revoke: async (act: Act, empresa_id: string, id: string): Promise<string> => {
      const [{ hash }] = await write(
        act,
        sql<[{ hash: string }]>`select revoke_key(${empresa_id}, ${id}, ${jsonb(act.caller)}) as hash`,
      );
      return hash;
    },

    rotate: async (
      act: Act,
      empresa_id: string,
      id: string,
      key: ApiKey,
      { sobreposicao, expira_em }: Rotation,
    ): Promise<{ key: KeyRecord; oldHash: string }> => {
      const [{ old_hash, ...record }] = await write(
        act,
        sql<[KeyRecord & { old_hash: string }]>`
          select old_hash, ${columns} from (
            select old_hash, (made).* from rotate_key(
              ${empresa_id}, ${id}, ${key.prefix}, decode(${key.hash}, 'hex'), ${sobreposicao},
              ${expira_em !== undefined}, ${expira_em ?? null}::text::timestamptz, ${maxKeys},
              ${jsonb(act.caller)}
            )
          ) rotated`,
      );
      return { key: record, oldHash: old_hash };
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
              select from api_key where id = used.id and (last_used_at is null or last_used_at < at)
              for update skip locked
            ) locked
          )
          update api_key set last_used_at = (select at from due where due.id = api_key.id)
          where id = any (array(select id from due))`,
      );
    },
  };
};
