import type { List } from '@representa/postgres';

/** A list whose rows are shown as records. */
export const mapList = <Row, Selected, Shown>(
  list: List<Row, Selected>,
  show: (row: Row) => Shown,
): List<Shown, Selected> => ({
  page: async (call, query) => {
    const { data, total } = await list.page(call, query);
    return { data: data.map(show), total };
  },
  after: async (call, query, position) => {
    const { data, next } = await list.after(call, query, position);
    return { data: data.map(show), next };
  },
});
