import { z } from 'zod';
import { cursorQuery } from './cursor.ts';
import { documentedAs } from './openapi/json-schema.ts';
import { pageQuery } from './pagination.ts';

/** The query of a list that has no numbered pages. */
export const cursorOnlyQuery = z.object({
  cursor: documentedAs(cursorQuery.default(''), {
    type: 'string',
    maxLength: 2_000,
    default: '',
    description: 'O `next_cursor` da página anterior; vazio na primeira. Vale somente com os mesmos filtros',
  }),
  limit: pageQuery.shape.limit,
});
