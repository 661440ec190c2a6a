-- Numbers the changes of a company's records in commit order. The row stays locked until the writing transaction commits,
-- so whoever sees change 10 also sees every change before it.
create table change_sequence (
  empresa_id uuid primary key,
  last bigint not null default 0,
  -- Tombstones up to this change were removed: a follower that has not read them yet must start again.
  pruned bigint not null default 0
) with (fillfactor = 20);

-- Deleted records, for followers of the changes feed. Kept for 90 days.
create table tombstone (
  empresa_id uuid not null,
  resource text not null,
  change bigint not null,
  id text not null,
  deleted_at timestamptz(3) not null default now(),
  constraint tombstone_pkey primary key (empresa_id, resource, change)
);

create index tombstone_age on tombstone (deleted_at);

-- The newest change of each record, kept by a trigger of its table. An index on the record's own `change` would make every
-- update of a record write all its indexes: none of them allows a heap-only update then. Empty in sales, which has that index.
create table current_change (
  empresa_id uuid not null,
  resource text not null,
  change bigint not null,
  id text not null,
  updated_at timestamptz(3) not null,
  constraint current_change_pkey primary key (empresa_id, resource, change)
);

-- For a trigger `after insert or delete or update of change`, with the resource as its argument. With a search path of its
-- own: an administrator who writes to the table may have another.
create function note_change() returns trigger language plpgsql set search_path from current as $$
begin
  if tg_op <> 'INSERT' then
    delete from current_change where empresa_id = old.empresa_id and resource = tg_argv[0] and change = old.change;
  end if;
  -- Null: a record of release 0.1 that backfills have yet to number.
  if tg_op <> 'DELETE' and new.change is not null then
    insert into current_change (empresa_id, resource, change, id, updated_at)
      values (new.empresa_id, tg_argv[0], new.change, new.id::text, new.updated_at);
  end if;
  return null;
end $$;
