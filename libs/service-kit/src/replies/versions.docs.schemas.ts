import type { JsonSchema } from '../openapi/json-schema.ts';

const version: JsonSchema = { type: 'string', examples: ['"3"'] };

export const etagDocs: Record<string, JsonSchema> = {
  ETag: { ...version, description: 'Versão do registro, entre aspas; toda alteração a aumenta' },
};

export const ifMatchDocs: Record<string, JsonSchema> = {
  'If-Match': {
    ...version,
    description:
      'Só altera se o registro ainda tem uma destas versões (ETag); senão, 412. `*` aceita qualquer uma. Sem o cabeçalho, altera sempre',
  },
};

export const ifNoneMatchDocs: Record<string, JsonSchema> = {
  'If-None-Match': { ...version, description: 'Versões (ETag) já conhecidas: se a atual é uma delas, 304 sem corpo' },
};
