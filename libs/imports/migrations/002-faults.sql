-- What is wrong with the row, by field: if it is a new record, and if it changes the record that has its key. A row that is no
-- valid creation has no record.
alter table import_row
  alter column record drop not null,
  add column faults jsonb,
  add column change_faults jsonb;
