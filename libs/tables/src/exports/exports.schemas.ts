import type { JsonSchema } from '@representa/service-kit';
import { z } from 'zod';

export const formato = z
  .enum(['csv', 'xlsx'])
  .default('csv')
  .meta({ description: 'Formato do arquivo: CSV (se omitido) ou planilha do Excel' });

export type Format = z.output<typeof formato>;

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export const csvReply: Record<string, JsonSchema> = {
  'text/csv': {
    type: 'string',
    description: 'UTF-8 com BOM, separado por `;`, linhas com CRLF, números com vírgula decimal',
  },
};
