import type { Migration } from '@representa/postgres';

/** A page that begins at a mark skips less than this: 1,000 entries of the primary key are 0.15 ms. */
const blockSize = 1_000;
/** What one call marks at most, and how long it begins another block: creations of the company wait meanwhile. */
const mostBlocks = 100;
const mostMs = 250;

interface Marked {
  /** The table of the records; `<records>_counter` keeps their number. */
  records: string;
  /** The key of the counter's rows: they are locked in its order, here and by whatever deletes a record. */
  counterKey: string;
}

/** The table and functions of a list's marks, for the schema of the service whose list it is. See the README. */
const marksMigration = ({ records, counterKey }: Marked): Migration => ({
  name: `000-${records}-marks.sql`,
  statements: `
    -- How many records lie in a block: those up to this id and above the id of the mark before. Every record up to the
    -- newest mark is in one block; those above it are the kept total less all of these.
    create table ${records}_mark (
      empresa_id uuid not null,
      id uuid not null,
      live int not null,
      constraint ${records}_mark_pkey primary key (empresa_id, id)
    );

    -- For whatever adds or removes a record, after it did and while it holds the counter. A record that was just made is
    -- above every mark, unless the clock was set back. A block may become empty, and stays: one who counts in it at this
    -- moment would count in a row that is gone.
    create function count_in_${records}_mark(p_empresa_id uuid, p_id uuid, p_change int) returns void
    language plpgsql as $$
    declare
      block uuid;
    begin
      select id into block from ${records}_mark where empresa_id = p_empresa_id and id >= p_id order by id limit 1;
      if not found then return; end if;
      update ${records}_mark set live = live + p_change where empresa_id = p_empresa_id and id = block;
    end $$;

    -- Marks whole blocks above the newest mark, from old to new, if there are any. Under the locks nobody adds or removes
    -- a record, but for the first one of a new counter row, which no lock can meet: hence nothing of the last minute
    -- is marked, which is longer than any statement runs. Whoever cannot have the locks soon leaves it to the next.
    create function extend_${records}_marks(p_empresa_id uuid) returns void
    language plpgsql set lock_timeout = '100ms' as $$
    declare
      newest uuid := newest_${records}_mark(p_empresa_id);
      recent uuid := uuidv7(interval '-1 minute');
      begun timestamptz;
    begin
      perform from ${records} where empresa_id = p_empresa_id and id > newest and id < recent
        order by id limit 1 offset ${blockSize - 1};
      if not found then return; end if;

      begin
        perform from ${records}_counter where empresa_id = p_empresa_id order by ${counterKey} for update;
      exception when lock_not_available then
        return;
      end;
      newest := newest_${records}_mark(p_empresa_id);
      begun := clock_timestamp();
      for block in 1..${mostBlocks} loop
        select id into newest from ${records} where empresa_id = p_empresa_id and id > newest and id < recent
          order by id limit 1 offset ${blockSize - 1};
        exit when not found;
        insert into ${records}_mark (empresa_id, id, live) values (p_empresa_id, newest, ${blockSize});
        exit when clock_timestamp() > begun + interval '${mostMs} ms';
      end loop;
    end $$;

    create function newest_${records}_mark(p_empresa_id uuid) returns uuid language plpgsql as $$
    begin
      return coalesce(
        (select id from ${records}_mark where empresa_id = p_empresa_id order by id desc limit 1),
        '00000000-0000-0000-0000-000000000000'
      );
    end $$;
  `,
});

/** The lists that have marks. */
export const saleMarks = marksMigration({ records: 'sale', counterKey: 'ano' });
export const clientMarks = marksMigration({ records: 'client', counterKey: 'empresa_id' });
