import { type JsonSchema, nameSchemas } from '@representa/service-kit/openapi';
import { z } from 'zod';
import { exportsBusy, exportsRunning } from './exports.errors.ts';

export const formato = z
  .enum(['csv', 'xlsx'])
  .default('csv')
  .meta({ description: 'Formato do arquivo: CSV (se omitido) ou planilha do Excel' });

nameSchemas({ ExportFormat: formato.unwrap() });

export type Format = z.output<typeof formato>;

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export const csvReply: Record<string, JsonSchema> = {
  'text/csv': {
    type: 'string',
    description:
      'UTF-8 com BOM, separado por `;`, linhas com CRLF, números com vírgula decimal, valores em reais com pelo menos duas casas',
  },
};

const replyTypes: Record<string, JsonSchema> = {
  ...csvReply,
  [xlsxType]: { type: 'string', contentEncoding: 'binary' },
};

/** The headers of a reply that may be a file. */
export const fileHeaders: Record<string, JsonSchema> = {
  'content-disposition': { type: 'string', description: 'Nome do arquivo', examples: ['attachment; filename="x.csv"'] },
};

/** What the document says of the export of a list. */
export const exportDocs = (summary: string) => ({
  summary,
  description:
    'Todos os registros que a lista com os mesmos filtros mostra, na mesma ordem, como arquivo. Enviado aos poucos, não é um retrato de um instante: com `ordenar=nome`, um registro renomeado durante a exportação pode faltar ou aparecer duas vezes. Um arquivo que termina sem o fim da transferência está incompleto. Onde uma planilha começaria uma fórmula, o CSV tem um apóstrofo. No CSV, valores em reais têm pelo menos duas casas decimais, e telefones a forma `(11) 98765-4321`. Na planilha do Excel, datas e horários são células de data, os horários em UTC.',
  replyTypes,
  replyHeaders: fileHeaders,
  errors: [exportsRunning(), exportsBusy()],
});
