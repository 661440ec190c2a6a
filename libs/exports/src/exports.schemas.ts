import { type FindIssues, type JsonSchema, type Selection, selectionQuery } from '@representa/service-kit';
import { z } from 'zod';
import type { Format } from './export-records.ts';

const formato = z
  .enum(['csv', 'xlsx'])
  .default('csv')
  .meta({ description: 'Formato do arquivo: CSV (se omitido) ou planilha do Excel' });

/** The query of an export: the filters and the order of its list, with the same checks, and the format of the file. */
export const exportQuery = <Order extends string, Filters extends z.ZodRawShape>(
  orders: readonly Order[],
  filters: Filters,
  findIssues?: FindIssues<Filters>,
): z.ZodType<Selection<Order, Filters> & { formato: Format }> =>
  selectionQuery(orders, { ...filters, formato }, findIssues as FindIssues<z.ZodRawShape>) as unknown as z.ZodType<
    Selection<Order, Filters> & { formato: Format }
  >;

export const csvReply: Record<string, JsonSchema> = {
  'text/csv': {
    type: 'string',
    description: 'UTF-8 com BOM, separado por `;`, linhas com CRLF, números com vírgula decimal',
  },
};
