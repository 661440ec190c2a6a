import type { CompanyCall } from '@representa/contracts';
import { type Database, type ListFilter, sql } from '@representa/postgres';
import { line } from '@representa/service-kit';
import { documentedAs } from '@representa/service-kit/openapi';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { whenSet } from './field.ts';

const messages = { invisible: 'Deve ter somente caracteres visíveis, sem espaços' } as const;

const visible = /^[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{C}\u2800]*$/u;

/** The id of a record in the caller's own system. */
export const externalId = documentedAs(line(1, 100).regex(visible, { error: messages.invisible }), {
  type: 'string',
  minLength: 1,
  maxLength: 100,
  pattern: '^\\S+$',
});

const description = 'Identificador do registro no sistema de quem integra, único na empresa; `null` o remove';

/** The field of a definition. Its table has a unique index `<table>_id_externo_key`. */
export const externalIdField = whenSet(externalId.meta({ description }));

/** Of a list's query. */
export const externalIdQuery = externalId
  .meta({ description: 'Somente o registro com este `id_externo`', examples: ['ERP-4711'] })
  .optional();

export const externalIdFilter = (id_externo: string | undefined): ListFilter[] =>
  id_externo === undefined
    ? []
    : [{ where: sql`id_externo = ${id_externo}`, indexedBy: ['created_at'], isNarrow: true }];

const prefix = 'externo:';

/** No record begins with it: it is a path's way to name a record by its external id. */
export const isExternal = (id: string): boolean => id.startsWith(prefix);

/** The `id` of a path. */
export const idOrExternal = <Schema extends z.ZodType<string>>(id: Schema, example: string): Schema =>
  // A copy: the same schema is also of ids that are no path's.
  documentedAs(id.clone(), {
    type: 'string',
    description: 'Identificador do registro, ou `externo:` e o seu `id_externo`, codificado na URL',
    examples: [example],
  });

/** Before validation, which takes what is neither for an id that no record has. */
const unknown = '';

/** The id of the record with an external id. */
export const findExternal = async (
  database: Database,
  call: CompanyCall,
  table: string,
  id_externo: string,
): Promise<string | undefined> => {
  const [found] = await database.within(
    call,
    sql<{ id: string }[]>`
      select id from ${sql(table)} where empresa_id = ${call.empresa_id} and id_externo = ${id_externo}`,
  );
  return found?.id;
};

/** Lets `externo:<id>` stand for the id of a record in every path `/api/v1/<resource>/:id…` that is added after this call. */
export const addExternalIds = (
  app: FastifyInstance,
  { database }: { database: Database },
  records: readonly { table: string; resource: string }[],
): void => {
  const resolve = (table: string) => async (request: FastifyRequest) => {
    const params = request.params as { id: string };
    if (!isExternal(params.id)) return;
    const { success, data } = externalId.safeParse(params.id.slice(prefix.length));
    params.id = (success && (await findExternal(database, request.call, table, data))) || unknown;
  };
  app.addHook('onRoute', (route) => {
    const record = records.find(({ resource }) => `${route.url}/`.startsWith(`/api/v1/${resource}/:id/`));
    if (record) route.preValidation = [...[route.preValidation ?? []].flat(), resolve(record.table)];
  });
};
