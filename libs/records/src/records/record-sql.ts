import type { RecordDefinition } from './define-record.ts';

type Definition = Pick<RecordDefinition, 'isReferenced' | 'updated'>;

/** What the reference protocol notes of an update: a new name is pending until sales has acknowledged it. */
const renamed = {
  nome_revision: 'record.nome_revision + (after.nome <> record.nome)::int',
  rename_pending: 'record.rename_pending or after.nome <> record.nome',
  pending_since: 'case when after.nome <> record.nome then now() else record.pending_since end',
};

/**
 * The `set` of an update of the record `record`, from a row `given` with `changes`, JSON of the fields that change, and their number
 * `change`. One text for all sets of fields: each connection would prepare and keep a statement for every set otherwise.
 */
export const setText = ({ updated, isReferenced }: Definition): string => {
  const derived: Record<string, string> = isReferenced ? renamed : {};
  return `(${[...updated, ...Object.keys(derived)].join(', ')}) = (
      select ${[...updated.map((name) => `after.${name}`), ...Object.values(derived)].join(', ')}
      from jsonb_populate_record(record, given.changes) after
    ),
    version = record.version + 1, change = given.change, updated_at = greatest(now(), record.updated_at + interval '1 ms')`;
};

/** The names of the fields that an update has changed, for its `returning`. */
export const changedFieldsText = ({ updated }: Definition): string =>
  `array_remove(array[${updated
    .toSorted()
    .map((name) => `case when old.${name} is distinct from new.${name} then '${name}' end`)
    .join(', ')}], null)`;
