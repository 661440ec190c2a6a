-- Every change of a client raises its version (ETag) and gives it the company's next change number (changes feed).
-- backfills/ numbers the clients that exist. `change` becomes `not null` in the next release: processes of the last
-- release create clients without it until the functions are replaced.
alter table client add column version int not null default 1, add column change bigint;

create trigger client_note_change after insert or delete or update of change on client
  for each row execute function note_change('client');
-- Leaves room for the next version of a client in its page: an update that changes no indexed column then writes no index.
alter table client set (fillfactor = 90);
