import type { ReferenceKind } from '@representa/contracts';
import { type Database, literal, sql } from '@representa/postgres';
import { maxRenamed, type PushRenames, type Renamed } from '@representa/records';
import type { RequestCall } from '@representa/service-kit';

/** The records of an import's next rows whose new name sales has not acknowledged. */
export const makeFindRenamed =
  (database: Database, table: ReferenceKind) =>
  (call: RequestCall, importId: string, afterLine: number): Promise<(Renamed & { line: number })[]> =>
    database.within(
      call,
      sql<(Renamed & { line: number })[]>`
        select empresa_id, id, nome, revision, line from import_row
        cross join lateral (
          -- By primary key: with its condition in here, every row could read all pending renames of the system instead.
          select empresa_id, id, nome, nome_revision as revision, rename_pending from ${sql(table)}
          where empresa_id = ${call.empresa_id} and id = target::uuid offset 0
        ) record
        where import_id = ${importId} and line > ${afterLine} and rename_pending order by line limit ${literal(maxRenamed)}`,
    );

/**
 * As after every rename: the import is answered once sales has acknowledged the new names. Also unchanged rows: an earlier
 * import may have written the name and failed before sales acknowledged it.
 */
export const makePushImportedRenames =
  (findRenamed: ReturnType<typeof makeFindRenamed>, pushRenames: PushRenames) =>
  async (call: RequestCall, importId: string): Promise<void> => {
    let afterLine = 0;
    for (;;) {
      const renamed = await findRenamed(call, importId, afterLine);
      const last = renamed.at(-1);
      if (!last) return;
      await pushRenames(call, renamed);
      afterLine = last.line;
    }
  };
