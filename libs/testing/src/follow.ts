/** Follows `next_cursor` from the empty cursor to the end. */
export const collectPages = async <Row>(
  readPage: (cursor: string) => Promise<{ data: Row[]; next_cursor: string | null }>,
  maxPages = 1_000,
): Promise<Row[]> => {
  const rows: Row[] = [];
  let cursor: string | null = '';
  for (let pages = 0; cursor !== null; pages++) {
    if (pages === maxPages) throw new Error(`no end after ${maxPages} pages`);
    const page: { data: Row[]; next_cursor: string | null } = await readPage(cursor);
    rows.push(...page.data);
    cursor = page.next_cursor;
  }
  return rows;
};

interface Entry {
  tipo: 'alterado' | 'excluido';
  id: string;
  alterado_em: string;
  registro?: { id: string; updated_at: string };
}

interface ChangesPage {
  data: Entry[];
  limit: number;
  next_cursor: string;
}

/** Reads the page after a cursor. */
type ReadPage = (cursor: string) => Promise<ChangesPage>;

/** Keeps a copy of a company's records by following their changes feed, and notes what a feed must never do. */
export const makeFollower = (read: ReadPage) => {
  const copy = new Map<string, object>();
  const seen = new Set<string>();
  const faults: string[] = [];
  let cursor = '';

  const apply = ({ tipo, id, alterado_em, registro }: Entry): void => {
    const change = `${tipo} ${id} ${alterado_em}`;
    if (seen.has(change)) faults.push(`repeated: ${change}`);
    seen.add(change);
    if (tipo === 'excluido') copy.delete(id);
    else if (registro?.id !== id || registro.updated_at !== alterado_em) faults.push(`not its record: ${change}`);
    else copy.set(id, registro);
  };

  /** Applies the next page. Returns how many changes it had. */
  const step = async (): Promise<number> => {
    const page = await read(cursor);
    const ids = page.data.map(({ id }) => id);
    if (new Set(ids).size < ids.length) faults.push(`twice on a page: ${ids.join(' ')}`);
    for (const entry of page.data) apply(entry);
    cursor = page.next_cursor;
    return page.data.length;
  };

  return {
    step,
    /** Follows until there is nothing new. */
    catchUp: async (): Promise<void> => {
      while ((await step()) > 0);
    },
    cursor: (): string => cursor,
    copy: (): object[] => [...copy.values()],
    faults: (): readonly string[] => faults,
  };
};
