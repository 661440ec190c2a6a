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
