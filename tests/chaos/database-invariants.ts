import type { Database } from '@representa/postgres';

interface Rule {
  /** What a row that breaks it says, after the row's own words. */
  broken: string;
  /** Each row is one violation, in the column `what`. */
  find: (admin: Database) => Promise<{ what: string }[]>;
}

const owners = [
  { kind: 'client', owner: 'clients.client', reference: 'cliente_id' },
  { kind: 'representada', owner: 'catalog.representada', reference: 'representada_id' },
] as const;

/** The same for both kinds of record that a sale refers to. */
const ownerRules = owners.flatMap(({ kind, owner, reference }): Rule[] => [
  {
    broken: `refers to a ${kind} that does not exist`,
    find: (admin) => admin`
      select 'sale ' || pedido || ' (' || sale.id || ')' as what from sales.sale
      where not exists (
        select from ${admin(owner)} owner where owner.empresa_id = sale.empresa_id and owner.id = sale.${admin(reference)})`,
  },
  {
    broken: 'is fenced, although it exists and nobody is deleting it',
    find: (admin) => admin`
      select ${kind} || ' ' || nome as what
      from (select empresa_id, id, fence_epoch from sales.reference where fence_epoch is not null) fenced
      join ${admin(owner)} owner using (empresa_id, id) where not owner.delete_pending`,
  },
  {
    broken: 'is gone, and yet sales would accept it: it has no fence',
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
    broken: 'has another name in the list of sales',
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
    broken: 'does not have the total of its items',
    find: (admin) => admin`
      select 'sale ' || pedido as what from sales.sale where valor_total is distinct from (
        select sum(item.valor_total) from sales.sale_item item
        where item.empresa_id = sale.empresa_id and item.sale_id = sale.id)`,
  },
  {
    broken: 'is not what the clients are when counted',
    find: (admin) => admin`
      select 'the kept total of clients, ' || coalesce(kept.total, 0) || ' for ' || coalesce(counted.total, 0) || ',' as what
      from (select empresa_id, count(*) as total from clients.client group by empresa_id) counted
      full join clients.client_counter kept using (empresa_id)
      where coalesce(counted.total, 0) <> coalesce(kept.total, 0)`,
  },
  {
    broken: 'is not what the sales are when counted',
    find: (admin) => admin`
      select 'the kept total of sales, ' || coalesce(kept.total, 0) || ' for ' || coalesce(counted.total, 0) || ',' as what
      from (select empresa_id, count(*) as total from sales.sale group by empresa_id) counted
      full join (select empresa_id, sum(total) as total from sales.sale_counter group by empresa_id) kept using (empresa_id)
      where coalesce(counted.total, 0) <> coalesce(kept.total, 0)`,
  },
  ...(['representada', 'product'] as const).map(
    (kind): Rule => ({
      broken: `is not what the ${kind}s are when counted`,
      find: (admin) => admin`
        select 'the kept total of ' || ${kind} || 's, ' || coalesce(kept.total, 0) || ' (' || coalesce(kept.active, 0)
          || ' active) for ' || coalesce(counted.total, 0) || ' (' || coalesce(counted.active, 0) || '),' as what
        from (
          select empresa_id, count(*) as total, count(*) filter (where ativo) as active
          from catalog.${admin(kind)} group by empresa_id
        ) counted
        full join catalog.${admin(`${kind}_counter`)} kept using (empresa_id)
        where coalesce(counted.total, 0) <> coalesce(kept.total, 0)
          or coalesce(counted.active, 0) <> coalesce(kept.active, 0)`,
    }),
  ),
];

/** What must hold across the schemas once everything has settled, whoever asked for what. */
export const checkDatabase = async (admin: Database): Promise<string[]> => {
  const found = await Promise.all(
    rules.map(async ({ broken, find }) => (await find(admin)).map(({ what }) => `${what} ${broken}`)),
  );
  return found.flat();
};

/** How many deletes and renames have been begun and not ended. */
export const countPending = async (admin: Database): Promise<number> => {
  const [{ pending }] = await admin<[{ pending: number }]>`
    select (select count(*) from clients.client where delete_pending or rename_pending)
      + (select count(*) from catalog.representada where delete_pending or rename_pending) as pending`;
  return pending;
};
