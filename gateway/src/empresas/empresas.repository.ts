import type { Call } from '@representa/contracts';
import { type Database, json, jsonb, literal, sql, withErrors } from '@representa/postgres';
import type { Act } from '../audit/act.ts';
import type { ApiKey } from '../authentication/api-key.ts';
import type { KeyRecord } from '../keys/keys.schemas.ts';
import type { demoEmpresas } from './demo.ts';
import { empresaNotFound } from './empresas.errors.ts';
import type { Empresa, EmpresaChanges, NewEmpresa } from './empresas.schemas.ts';

/** The page that begins after an id. */
interface EmpresaPage {
  after?: string | undefined;
  limit?: number;
}

export type EmpresasRepository = ReturnType<typeof makeEmpresasRepository>;

const columns = sql`
    id, nome, ativa, time_zone as fuso_horario, requisicoes_por_segundo, rajada,
    created_at as criada_em, updated_at as atualizada_em`;

export const makeEmpresasRepository = (database: Database) => {
  const write = withErrors(database.within, { empresa_unknown: empresaNotFound });

  return {
    findName: async (call: Call, id: string): Promise<{ nome: string } | null> => {
      const [found] = await database.within(call, sql<{ nome: string }[]>`select nome from empresa where id = ${id}`);
      return found ?? null;
    },

    /** Also creates its first key, with the scope `admin`. The last such key cannot be revoked. */
    create: async (
      act: Act,
      { nome, fuso_horario, requisicoes_por_segundo = null, rajada = null }: NewEmpresa,
      key: ApiKey,
      rotulo: string,
    ): Promise<Empresa & { primeira_chave: KeyRecord }> => {
      const [{ key_id, ...empresa }] = await database.within(
        act,
        sql<[Empresa & { key_id: string }]>`
          select ${columns}, key_id from (
            select (made).*, key_id from create_empresa(
              ${nome}, ${fuso_horario ?? null}, ${requisicoes_por_segundo}, ${rajada}, ${key.prefix},
              decode(${key.hash}, 'hex'), ${rotulo}, ${jsonb(act.caller)}
            )
          ) created`,
      );
      const primeira_chave: KeyRecord = {
        id: key_id,
        rotulo,
        escopo: 'admin',
        prefixo: key.prefix,
        // The same transaction wrote both.
        criada_em: empresa.criada_em,
        ultimo_uso: null,
        expira_em: null,
      };
      return { ...empresa, primeira_chave };
    },

    /** Leaves existing companies and keys unchanged. Returns the hashes of the new keys. */
    createDemo: async (act: Act, empresas: typeof demoEmpresas): Promise<string[]> => {
      const rows = await database.within(
        act,
        sql<{ hash: string }[]>`
          select hash from create_demo(
            ${json(empresas)}, ${jsonb(act.caller)}
          )`,
      );
      return rows.map(({ hash }) => hash);
    },

    /** Newest first; all of them unless a page is given. */
    list: (call: Call, { after, limit }: EmpresaPage = {}): Promise<Empresa[]> =>
      database.within(
        call,
        sql<Empresa[]>`
          select ${columns} from empresa ${after === undefined ? sql`` : sql`where id < ${after}`}
          order by id desc ${limit === undefined ? sql`` : sql`limit ${literal(limit)}`}`,
      ),

    read: async (call: Call, id: string): Promise<Empresa | undefined> => {
      const [row] = await database.within(call, sql<Empresa[]>`select ${columns} from empresa where id = ${id}`);
      return row;
    },

    /** When that day ends in the company's time zone; undefined when there is no such empresa. */
    endOfDay: async (call: Call, id: string, date: string): Promise<string | undefined> => {
      const [row] = await database.within(
        call,
        sql<{ at: string }[]>`
          select ((${date}::text::date + 1)::timestamp at time zone time_zone)::timestamptz(3) as at
          from empresa where id = ${id}`,
      );
      return row?.at;
    },

    /** Also returns the hashes of the keys whose cached holders are out of date. */
    update: async (
      act: Act,
      id: string,
      { fuso_horario: time_zone, ...others }: EmpresaChanges,
    ): Promise<{ empresa: Empresa; hashes: string[] }> => {
      const changes = { ...others, ...(time_zone !== undefined && { time_zone }) };
      const [{ hashes, ...empresa }] = await write(
        act,
        sql<[Empresa & { hashes: string[] }]>`
          select ${columns}, to_json(hashes) as hashes from (
            select (changed).*, hashes from update_empresa(${id}, ${jsonb(changes)}, ${jsonb(act.caller)})
          ) updated`,
      );
      return { empresa, hashes };
    },
  };
};
