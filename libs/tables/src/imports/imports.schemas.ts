import {
  booleanText,
  fileTooLarge,
  type HttpError,
  importRunning,
  importsBusy,
  incompleteFile,
} from '@representa/service-kit';
import { documentedAs, type JsonSchema, nameSchemas } from '@representa/service-kit/openapi';
import { z } from 'zod';
import { conflictFault, invalidRows } from './imports.errors.ts';

export const importQuery = z.object({
  simular: documentedAs(booleanText.default(false), {
    type: 'boolean',
    default: false,
    description: '`true`: confere o arquivo e conta, sem gravar nada',
  }),
});

export const importResult = z
  .object({
    criados: z.int().meta({ description: 'Registros novos' }),
    atualizados: z.int().meta({ description: 'Registros que mudaram' }),
    inalterados: z.int().meta({ description: 'Linhas iguais ao registro que já havia' }),
  })
  .meta({ description: 'O que foi feito das linhas' });

nameSchemas({ ImportResult: importResult });

export type ImportResult = z.output<typeof importResult>;

const csv: JsonSchema = {
  type: 'string',
  description:
    'CSV em UTF-8 ou Windows-1252, separado por `;`, `,` ou tabulação; até 50.000 linhas (100.000 com as em branco) e 20 MB. A primeira linha tem os nomes das colunas.',
};

interface Import {
  summary: string;
  /** What a row does. */
  merge: string;
  /** A fault that a row may have, of a field. */
  fault: [campo: string, HttpError];
  /** A small file. */
  example: string;
}

/** What the document says of the import of a resource. */
export const importDocs = ({ summary, merge, fault: [campo, conflict], example }: Import) => ({
  summary,
  description: `${merge} A primeira linha tem os nomes das colunas, como os campos do JSON, sem distinguir maiúsculas nem acentos. Uma linha nova deve ser válida como na criação, e a de um registro existente como na alteração; uma célula vazia deixa o valor de um registro existente como está. Números com vírgula ou ponto decimal, milhares também separados por espaço; sim/não, true/false ou 1/0. Grava tudo ou nada: se uma linha tem erro, \`details\` mostra até 100 linhas com erro e quantas são ao todo.`,
  requestTypes: { 'text/csv': { ...csv, examples: [example] } },
  hasRowFaults: true,
  errors: [
    invalidRows({ total: 1, linhas: [{ linha: 2, campos: { [campo]: conflictFault(conflict) } }] }),
    incompleteFile(),
    fileTooLarge(),
    importRunning(),
    importsBusy(),
  ],
});
