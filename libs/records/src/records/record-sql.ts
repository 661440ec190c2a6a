import type { RecordDefinition } from './define-record.ts';

type Definition = Pick<RecordDefinition, 'isReferenced' | 'updated'>;

/** The columns that a creation writes, and their values from a row `given`. */
export const insertTexts = ({ created, generated }: Pick<RecordDefinition, 'created' | 'generated'>) => ({
  names: created.join(', '),
  values: created
    .map((name) => (generated[name] ? `coalesce(given.${name}, ${generated[name]})` : `given.${name}`))
    .join(', '),
});

/** What the reference protocol notes of an update: a new name is pending until sales has acknowledged it. */
const renamed = {
  nome_revision: 'record.nome_revision + (after.nome <> record.nome)::int',
  rename_pending: 'record.rename_pending or after.nome <> record.nome',
  pending_since: 'case when after.nome <> record.nome then now() else record.pending_since end',
};

/**
 * The fields in the `set` of an update of the record `record`, from a row `given` with `changes`, JSON of the fields that change. One
 * text for all sets of fields: each connection would prepare and keep a statement for every set otherwise.
 */
export const setFieldsText = ({ updated, isReferenced }: Definition): string => {
  const derived: Record<string, string> = isReferenced ? renamed : {};
  return `(${[...updated, ...Object.keys(derived)].join(', ')}) = (
      select ${[...updated.map((name) => `after.${name}`), ...Object.values(derived)].join(', ')}
      from jsonb_populate_record(record, given.changes) after
    )`;
};

/** The whole `set`, with the number of the change: `given.change`. */
export const setText = (definition: Definition): string => `${setFieldsText(definition)},
    version = record.version + 1, change = given.change, updated_at = greatest(now(), record.updated_at + interval '1 ms')`;

/** The names of the fields that an update has changed, for its `returning`. */
export const changedFieldsText = ({ updated }: Pick<Definition, 'updated'>): string =>
  `array_remove(array[${updated
    .toSorted()
    .map((name) => `case when old.${name} is distinct from new.${name} then '${name}' end`)
    .join(', ')}], null)`;
