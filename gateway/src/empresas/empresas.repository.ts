import type { Call } from '@representa/contracts';
import { type Database, jsonb, literal, sql, violates, withErrors } from '@representa/postgres';
import { changedFieldsText, insertTexts, setFieldsText, writeRecord } from '@representa/records';
import type { Act } from '../audit/act.ts';
import type { ApiKey } from '../authentication/api-key.ts';
import { empresaNotFound } from '../gateway.errors.ts';
import { type KeyRecord, keyRecord } from '../keys/keys.schemas.ts';
import { type demoEmpresas, demoKeyLabel } from './demo.ts';
import { type Empresa, type EmpresaChanges, empresaRecord, type NewEmpresa } from './empresas.schemas.ts';

/** The page that begins after an id. */
interface EmpresaPage {
  after?: string | undefined;
  limit?: number;
}

export type EmpresasRepository = ReturnType<typeof makeEmpresasRepository>;

const { columns, resource, updated } = empresaRecord;
const inserted = insertTexts(empresaRecord);
const setFields = sql.unsafe(setFieldsText(empresaRecord));
/** In the audit `fuso_horario` comes after the others. */
const isLast = (name: string): boolean => name === 'fuso_horario';
const changedFields = sql.unsafe(
  [updated.filter((name) => !isLast(name)), updated.filter(isLast)]
    .map((names) => changedFieldsText({ updated: names }))
    .join(' || '),
);

/** A company to create; without an id it gets one. */
interface Wanted extends NewEmpresa {
  id?: string;
  ativa?: boolean;
  /** Of the first key. */
  keyId?: string | undefined;
}

/** Creates a company with its first key, of scope `admin`. Refused (record_missing) when the company exists. */
const insertEmpresa = (
  act: Act,
  { id, ativa = true, keyId, ...wanted }: Wanted,
  { prefix, hash }: ApiKey,
  rotulo: string,
) =>
  writeRecord<[Empresa & { key_id: string }]>(
    { ...act, empresa_id: id === undefined ? sql`uuidv7()` : sql`${id}` },
    {
      name: 'insert empresa',
      operation: 'criar',
      resource,
      also: [{ operation: 'criar', resource: keyRecord.resource, id: sql`written.key_id::text` }],
      before: sql`
        created as (
          insert into empresa (id, ativa, ${sql.unsafe(inserted.names)})
          select numbered.empresa_id, ${ativa}, ${sql.unsafe(inserted.values)}
          from numbered cross join lateral jsonb_populate_record(null::empresa, ${jsonb(wanted)}) given
          on conflict (id) do nothing
          returning ${columns}
        ), first_key as (
          insert into api_key (id, empresa_id, prefixo, hash, rotulo, escopo)
          select ${keyId === undefined ? sql`numbered.fresh_id` : sql`${keyId}::uuid`}, created.id, ${prefix}, decode(${hash}, 'hex'), ${rotulo}, 'admin'
          from created cross join numbered
          returning id as key_id
        ),`,
      written: sql`select *, null::int as was_version, null::text[] as fields from created cross join first_key`,
      columns: sql`${columns}, key_id`,
    },
  );

export const makeEmpresasRepository = (database: Database) => {
  const write = withErrors(database.within, { record_missing: empresaNotFound });

  return {
    findName: async (call: Call, id: string): Promise<{ nome: string } | null> => {
      const [found] = await database.within(call, sql<{ nome: string }[]>`select nome from empresa where id = ${id}`);
      return found ?? null;
    },

    /** Also creates its first key, with the scope `admin`. The last such key cannot be revoked. */
    create: async (
      act: Act,
      wanted: NewEmpresa,
      key: ApiKey,
      rotulo: string,
    ): Promise<Empresa & { primeira_chave: KeyRecord }> => {
      const [{ key_id, ...empresa }] = await database.within(act, insertEmpresa(act, wanted, key, rotulo));
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

    /** Leaves existing companies and their keys unchanged. Returns the hashes of the new keys. */
    createDemo: async (act: Act, empresas: typeof demoEmpresas): Promise<string[]> => {
      const hashes: string[] = [];
      for (const { key: text, hash, ...empresa } of empresas) {
        try {
          await database.within(act, insertEmpresa(act, empresa, { text, prefix: text, hash }, demoKeyLabel));
          hashes.push(hash);
        } catch (error) {
          if (!violates(error, 'record_missing')) throw error;
        }
      }
      return hashes;
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
          select ((${date}::text::date + 1)::timestamp at time zone fuso_horario)::timestamptz(3) as at
          from empresa where id = ${id}`,
      );
      return row?.at;
    },

    /** Notes that it has a register of its own, or no longer. */
    noteRegister: async (act: Act, id: string, isOwn: boolean): Promise<Empresa> => {
      const [empresa] = await write(
        act,
        writeRecord<[Empresa]>(
          { ...act, empresa_id: id },
          {
            name: 'update empresa',
            operation: 'alterar',
            resource,
            written: sql`
              update empresa as record set registro_proprio = ${isOwn}, atualizada_em = now() from numbered where record.id = ${id}
              returning record.*, null::int as was_version,
                array_remove(array[case when old.registro_proprio <> new.registro_proprio then 'registro_proprio' end], null) as fields`,
            columns,
          },
        ),
      );
      return empresa;
    },

    /** Also returns the hashes of the keys whose cached holders are out of date. */
    update: async (act: Act, id: string, changes: EmpresaChanges): Promise<{ empresa: Empresa; hashes: string[] }> => {
      const [{ hashes, ...empresa }] = await write(
        act,
        writeRecord<[Empresa & { hashes: string[] }]>(
          { ...act, empresa_id: id },
          {
            name: 'update empresa',
            operation: sql`case when ativa = was_ativa then 'alterar' when ativa then 'reativar' else 'desativar' end`,
            resource,
            written: sql`
              update empresa as record set ${setFields}, atualizada_em = now()
              from (select ${jsonb(changes)} as changes from numbered) given
              where record.id = ${id}
              returning record.*, old.ativa as was_ativa, null::int as was_version, ${changedFields} as fields`,
            columns: sql`${columns}, valid_key_hashes(written.id) as hashes`,
          },
        ),
      );
      return { empresa, hashes };
    },
  };
};
