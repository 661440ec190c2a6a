import { changedFieldsText, type RecordDefinition, setText } from '@representa/records';

type Definition = Pick<RecordDefinition, 'table' | 'resource' | 'created' | 'updated' | 'isIdGiven' | 'isReferenced'>;

/** What merge_records.sql runs, with the company, the import and the company's last change as `$1`, `$2` and `$3`. */
export interface MergeText {
  table: string;
  resource: string;
  prepare?: string | undefined;
  create: string;
  update: string;
}

/** What an import of a record needs to know beside the record's definition. */
export interface Merging {
  /** A field that is unique in the whole system. Two companies create the same values in one order, so that they do not deadlock. */
  uniqueBy?: string;
  /** A function of the service that completes the rows of new records: `(empresa_id, import_id)`. */
  prepare?: string;
}

/** The statements that merge the rows of an import into a record's table. */
export const mergeText = (definition: Definition, { uniqueBy, prepare }: Merging): MergeText => {
  const { table, resource, created, isIdGiven } = definition;
  const columns = isIdGiven ? created : ['id', ...created];
  const values = [...(isIdGiven ? [] : ['row.fresh_id']), ...created.map((name) => `fresh.${name}`)];
  return {
    table,
    resource,
    prepare,
    create: `
      insert into ${table} (empresa_id, ${columns.join(', ')}, created_at, updated_at, change)
      select $1, ${values.join(', ')}, uuid_extract_timestamp(fresh_id), uuid_extract_timestamp(fresh_id), $3 + place
      from (
        -- Numbered in the order of the file, and so are ids and moments.
        select record, row_number() over (order by line) as place, uuidv7() as fresh_id
        from import_row where import_id = $2 and target is null order by line offset 0
      ) row
      cross join lateral jsonb_populate_record(null::${table}, row.record) fresh
      ${uniqueBy === undefined ? '' : `order by lower(fresh.${uniqueBy}), fresh.${uniqueBy}`}`,
    update: `
      with given as materialized (
        select target, given as changes, $3 + row_number() over (order by line) as change
        from import_row where import_id = $2 and outcome = 'atualizado'
      ), written as (
        update ${table} as record set ${setText(definition)}
        from given where record.empresa_id = $1 and record.id = given.target::${isIdGiven ? 'text' : 'uuid'}
        returning record.change, record.id::text, new.ativo::int - old.ativo::int as activated,
          ${changedFieldsText(definition)} as fields
      )
      select * from written order by change`,
  };
};
