import type { Listing, OwnedCall, PageAfter, Position } from '@representa/postgres';

interface List<Record, Selected> {
  page(call: OwnedCall, query: Selected & { limit: number; page: number }): Promise<Listing<Record>>;
  after(
    call: OwnedCall,
    query: Selected & { limit: number },
    position: Position | undefined,
  ): Promise<PageAfter<Record>>;
}

/** A list whose rows are shown as records. */
export const mapList = <Row, Selected, Record>(
  list: List<Row, Selected>,
  show: (row: Row) => Record,
): List<Record, Selected> => ({
  page: async (call, query) => {
    const { data, total } = await list.page(call, query);
    return { data: data.map(show), total };
  },
  after: async (call, query, position) => {
    const { data, next } = await list.after(call, query, position);
    return { data: data.map(show), next };
  },
});
