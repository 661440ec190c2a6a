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
