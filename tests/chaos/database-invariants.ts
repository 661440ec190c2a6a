import { brokenRules } from '@representa/testing';
import type { Sql } from 'postgres';

interface Rule {
  /** The end of a violation's sentence, after the row's `what`. */
  broken: string;
  /** Finds the rows that break the rule; `what` describes the row. */
  find: (admin: Sql) => Promise<{ what: string }[]>;
}

const owners = [
  { kind: 'client', owner: 'clients.client', reference: 'cliente_id' },
  { kind: 'representada', owner: 'catalog.representada', reference: 'representada_id' },
] as const;

/** Rules for both kinds of record that a sale refers to. */
const ownerRules = owners.flatMap(({ kind, owner, reference }): Rule[] => [
  {
    broken: `refers to a ${kind} that does not exist`,
    find: (admin) => admin`
      select 'sale ' || pedido || ' (' || sale.id || ')' as what from sales.sale
      where not exists (
        select from ${admin(owner)} owner where owner.empresa_id = sale.empresa_id and owner.id = sale.${admin(reference)})`,
  },
  {
    broken: 'has a fence, although it exists and has no pending delete',
    find: (admin) => admin`
      select ${kind} || ' ' || nome as what
      from (select empresa_id, id, fence_epoch from sales.reference where fence_epoch is not null) fenced
      join ${admin(owner)} owner using (empresa_id, id) where not owner.delete_pending`,
  },
  {
    broken: 'does not exist and has no fence, so a sale could refer to it',
    find: (admin) => admin`
      select ${kind} || ' ' || nome || ' (' || id || ')' as what from sales.reference
      where kind = ${kind} and fence_epoch is null and not exists (
        select from ${admin(owner)} owner where owner.empresa_id = reference.empresa_id and owner.id = reference.id)`,
  },
  {
    broken: 'is still pending',
    find: (admin) => admin`
      select ${kind} || ' ' || nome || case when delete_pending then ', its delete' else ', its rename' end as what
      from ${admin(owner)} where delete_pending or rename_pending`,
  },
  {
    broken: 'has an old name in the list of sales',
    find: (admin) => admin`
      select ${kind} || ' ' || owner.nome || ' ("' || shown.nome || '")' as what
      from sales.reference shown join ${admin(owner)} owner using (empresa_id, id)
      where shown.nome <> owner.nome and (
        shown.revision >= 0
        or exists (select from sales.sale where sale.empresa_id = shown.empresa_id and sale.${admin(reference)} = shown.id))`,
  },
]);

const rules: readonly Rule[] = [
  ...ownerRules,
  {
    broken: 'has a total that differs from the sum of its items',
    find: (admin) => admin`
      select 'sale ' || pedido as what from sales.sale where valor_total is distinct from (
        select sum(item.valor_total) from sales.sale_item item
        where item.empresa_id = sale.empresa_id and item.sale_id = sale.id)`,
  },
  {
    broken: 'differs from the number of sales',
    find: (admin) => admin`
      select 'the kept total of sales, ' || coalesce(kept.total, 0) || ' for ' || coalesce(counted.total, 0) || ',' as what
      from (select empresa_id, count(*) as total from sales.sale group by empresa_id) counted
      full join (select empresa_id, sum(total) as total from sales.sale_counter group by empresa_id) kept using (empresa_id)
      where coalesce(counted.total, 0) <> coalesce(kept.total, 0)`,
  },
  ...(
    [
      ['clients', 'client'],
      ['catalog', 'representada'],
      ['catalog', 'product'],
    ] as const
  ).map(
    ([schema, kind]): Rule => ({
      broken: `differs from the number of ${kind}s`,
      find: (admin) => admin`
        select 'the kept total of ' || ${kind} || 's, ' || coalesce(kept.total, 0) || ' (' || coalesce(kept.active, 0)
          || ' active) for ' || coalesce(counted.total, 0) || ' (' || coalesce(counted.active, 0) || '),' as what
        from (
          select empresa_id, count(*) as total, count(*) filter (where ativo) as active
          from ${admin(`${schema}.${kind}`)} group by empresa_id
        ) counted
        full join (select * from ${admin(`${schema}.record_counter`)} where resource = ${kind}) kept using (empresa_id)
        where coalesce(counted.total, 0) <> coalesce(kept.total, 0)
          or coalesce(counted.active, 0) <> coalesce(kept.active, 0)`,
    }),
  ),
  ...(
    [
      ['sales', 'sale'],
      ['clients', 'client'],
      ['catalog', 'product'],
      ['catalog', 'representada'],
    ] as const
  ).flatMap(([schema, kind]): Rule[] => [
    {
      broken: 'has a change number that the sequence has not given out yet, or that another record has',
      find: (admin) => admin`
        select ${kind} || ' ' || id as what from ${admin(`${schema}.${kind}`)} record
        left join ${admin(`${schema}.change_sequence`)} sequence using (empresa_id)
        where change > coalesce(last, 0)
          or exists (
            select from ${admin(`${schema}.${kind}`)} other
            where other.empresa_id = record.empresa_id and other.change = record.change and other.id <> record.id)`,
    },
    {
      broken: 'has a tombstone, although it exists',
      find: (admin) => admin`
        select ${kind} || ' ' || id as what from ${admin(`${schema}.${kind}`)} record
        where exists (
          select from ${admin(`${schema}.tombstone`)} tombstone
          where tombstone.empresa_id = record.empresa_id and resource = ${kind} and tombstone.id = record.id::text)`,
    },
  ]),
];

/** Checks the rules across all schemas. They hold after the system has settled. */
export const checkDatabase = async (admin: Sql): Promise<string[]> => {
  const found = await Promise.all(
    rules.map(async ({ broken, find }) => (await find(admin)).map(({ what }) => `${what} ${broken}`)),
  );
  return [...found.flat(), ...(await brokenRules(admin))];
};

/** The number of unfinished deletes and renames. */
export const countPending = async (admin: Sql): Promise<number> => {
  const [{ pending }] = await admin<[{ pending: number }]>`
    select (select count(*) from clients.client where delete_pending or rename_pending)
      + (select count(*) from catalog.representada where delete_pending or rename_pending) as pending`;
  return pending;
};
