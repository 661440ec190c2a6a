import { z } from 'zod';
import { cursorQuery } from './cursor.ts';
import { pageQuery } from './pagination.ts';

/** Empty on the first page. */
export const cursorParameter = (description: string) => cursorQuery.default('').describe(description);

/** The query of a list that has no numbered pages. */
export const cursorOnlyQuery = z.object({
  cursor: cursorParameter('O `next_cursor` da página anterior; vazio na primeira. Vale somente com os mesmos filtros'),
  limit: pageQuery.shape.limit,
});
