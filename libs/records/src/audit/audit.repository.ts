import { type AuditEntry, type AuditQuestion, auditEntry, type Call, type ChainQuestion } from '@representa/contracts';
import { type Database, type Fragment, literal, sql } from '@representa/postgres';
import { type Link, readHashed } from './chain.ts';

/** The columns that filters use. No hash covers them, so `fits` says whether they are those of the entry. */
interface FilterColumns {
  recurso: string;
  registro_id: string;
  chave_id: string | null;
  em: string;
}

export interface StoredCheckpoint {
  numero: number;
  hash: string;
  em: string;
  signature: string;
}

interface StoredChain {
  links: Link[];
  checkpoint: StoredCheckpoint | null;
}

/** A company whose oldest entries may be removed, up to this one. */
export interface Cut {
  empresa_id: string;
  numero: number;
  hash: string;
  /** When it was written. */
  em: string;
}

interface LookedAt {
  empresa_id: string;
  /** Is its oldest entry too old? */
  is_old: boolean;
}

/** At once, so that a search for old entries ends before its deadline, and goes on from here. */
const maxLookedAt = 1_000;

/** The number before a moment's first entry, or a number after all entries. */
const beforeFirst = (empresa_id: string, moment: string): Fragment => sql`
  coalesce((
    select numero - 1 from audit_entry where empresa_id = ${empresa_id} and em >= ${moment} order by em, numero limit 1
  ), ${Number.MAX_SAFE_INTEGER})`;

/** The number after the last entry until a moment, or one before all entries. */
const afterLast = (empresa_id: string, moment: string): Fragment => sql`
  coalesce((
    select numero + 1 from audit_entry where empresa_id = ${empresa_id} and em <= ${moment}
    order by em desc, numero desc limit 1
  ), 0)`;

/** Not in SQL: a cast of a text that is no JSON would fail the whole page, and no entry would be named. */
const fitsColumns = (entry: string, { recurso, registro_id, chave_id, em }: FilterColumns): boolean => {
  const hashed = readHashed(entry);
  return (
    hashed?.recurso === recurso &&
    hashed.id === registro_id &&
    hashed.chave_id === chave_id &&
    Date.parse(hashed.em) === Date.parse(em)
  );
};

interface Filter {
  /** The expression of an index. */
  by: Fragment;
  value: Fragment;
}

const keyAndResource = ({ chave_id, recurso }: AuditQuestion): Filter[] => {
  if (chave_id !== undefined && recurso !== undefined)
    return [{ by: sql`(chave_id::text || ' ' || recurso)`, value: sql`${`${chave_id.toLowerCase()} ${recurso}`}` }];
  if (chave_id !== undefined) return [{ by: sql`chave_id`, value: sql`${chave_id}` }];
  if (recurso !== undefined) return [{ by: sql`recurso`, value: sql`${recurso}` }];
  return [];
};

/** Of two, the one with fewer matches comes first. */
const filtersOf = (question: AuditQuestion): Filter[] => {
  const ofRecord = question.id === undefined ? [] : [{ by: sql`registro_id`, value: sql`${question.id}` }];
  return [...ofRecord, ...keyAndResource(question)];
};

export const makeAuditRepository = (database: Database) => ({
  /**
   * The newest first. Reads a range of the index of the narrowest filter: with another index the planner might read every
   * entry of the company. Dates are turned into entry numbers, which bound the range.
   */
  read: async (call: Call, question: AuditQuestion): Promise<AuditEntry[]> => {
    const { empresa_id, de, ate, before = Number.MAX_SAFE_INTEGER, limit } = question;
    const [narrowest, other] = filtersOf(question);
    const after = de === undefined ? sql`0::bigint` : beforeFirst(empresa_id, de);
    const until = ate === undefined ? sql`${before}::bigint` : sql`least(${before}, ${afterLast(empresa_id, ate)})`;
    const columns = narrowest ? sql`(${narrowest.by}, numero)` : sql`numero`;
    const place = (numero: Fragment) => (narrowest ? sql`(${narrowest.value}, ${numero})` : numero);
    const inOrder = sql`
      from audit_entry
      where empresa_id = ${empresa_id} and ${columns} > ${place(after)} and ${columns} < ${place(until)}
      order by ${narrowest ? sql`${narrowest.by} desc,` : sql``} numero desc`;
    const max = literal(limit);
    const rows = await database.within(
      call,
      other
        ? // The fence `offset 0` keeps the planner from choosing the other filter's index.
          sql<{ entry: string }[]>`
            select entry from (select * ${inOrder} offset 0) entries where ${other.by} = ${other.value} limit ${max}`
        : sql<{ entry: string }[]>`select entry ${inOrder} limit ${max}`,
      'unprepared',
    );
    return rows.map(({ entry }) => auditEntry.parse(JSON.parse(entry)));
  },

  /**
   * Entries, the oldest first, and where older ones were removed. Of one snapshot: with two, entries that are removed in between
   * would be missing from the chain.
   */
  readChain: async (call: Call, { empresa_id, after, limit }: ChainQuestion): Promise<StoredChain> => {
    const [{ links, checkpoint }] = await database.within(
      call,
      sql<[{ links: (Omit<Link, 'fits'> & FilterColumns)[]; checkpoint: StoredCheckpoint | null }]>`
        select (
          select coalesce(json_agg(link order by numero), '[]') from (
            select numero, entry, encode(hash, 'hex') as hash, recurso, registro_id, chave_id, em from audit_entry
            where empresa_id = ${empresa_id} and numero > ${after} order by numero limit ${literal(limit)}
          ) link
        ) as links, (
          select row_to_json(stored) from (
            select numero, encode(hash, 'hex') as hash, em, encode(signature, 'hex') as signature from audit_checkpoint
            where empresa_id = ${empresa_id}
          ) stored
        ) as checkpoint`,
    );
    return {
      links: links.map(({ numero, entry, hash, ...columns }) => ({
        numero,
        entry,
        hash,
        fits: fitsColumns(entry, columns),
      })),
      checkpoint,
    };
  },

  /**
   * Looks at the oldest entry of the next companies, until one is too old. Returns the last company that it looked at, or undefined
   * after the last one. The column `em` is only a hint: no hash covers it.
   */
  findOld: async (call: Call, before: Date, after: string): Promise<LookedAt | undefined> => {
    const [last] = await database.within(
      call,
      sql<LookedAt[]>`
        with recursive company as (
          (select empresa_id, 1 as place from audit_entry where empresa_id > ${after} order by empresa_id limit 1)
          union all
          -- From one company to the next by the index, not through all of its entries.
          select (
            select empresa_id from audit_entry where empresa_id > company.empresa_id order by empresa_id limit 1
          ), place + 1
          from company where empresa_id is not null and place < ${literal(maxLookedAt)}
        )
        select company.empresa_id, oldest.em < ${before.toISOString()} as is_old
        from company
        cross join lateral (
          select em from audit_entry where empresa_id = company.empresa_id order by numero limit 1
        ) oldest
        where oldest.em < ${before.toISOString()} or place = ${literal(maxLookedAt)} limit 1`,
    );
    return last;
  },

  cut: async (call: Call, { empresa_id, numero, hash, em }: Cut, signature: string): Promise<number> => {
    const [{ removed }] = await database.within(
      call,
      sql<[{ removed: number }]>`
        select cut_audit(${empresa_id}, ${numero}, decode(${hash}, 'hex'), ${em}, decode(${signature}, 'hex')) as removed`,
    );
    return removed;
  },
});

export type AuditRepository = ReturnType<typeof makeAuditRepository>;
