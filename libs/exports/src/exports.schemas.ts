import type { JsonSchema } from '@representa/service-kit';
import { z } from 'zod';

/** Of every export, beside the filters of its list. */
export const exportFormat = z
  .enum(['csv', 'xlsx'])
  .default('csv')
  .meta({ description: 'Formato do arquivo: CSV (se omitido) ou planilha do Excel' });

export const csvReply: Record<string, JsonSchema> = {
  'text/csv': {
    type: 'string',
    description: 'UTF-8 com BOM, separado por `;`, linhas com CRLF, números com vírgula decimal',
  },
};

export const fileReply: Record<string, JsonSchema> = {
  ...csvReply,
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { type: 'string', contentEncoding: 'binary' },
};

export const fileReplyHeaders: Record<string, JsonSchema> = {
  'content-disposition': { type: 'string', description: 'Nome do arquivo', examples: ['attachment; filename="x.csv"'] },
};

export const exportDescription =
  'Todos os registros que a lista com os mesmos filtros mostra, como arquivo. Enviado aos poucos: um arquivo que termina sem o fim da transferência está incompleto. Um texto que uma planilha executaria como fórmula começa com um apóstrofo.';
