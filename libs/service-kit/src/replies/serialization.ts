import fastJsonStringify from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import { z } from 'zod';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/**
 * `{ anyOf: [{ type: 'string' }, { type: 'null' }] }` → `{ type: ['string', 'null'] }`, which needs no test of
 * alternatives and is easier to read.
 */
export const mergeNullable = (schema: JsonSchema): void => {
  const [value, nothing] = schema.anyOf ?? [];
  if (schema.anyOf?.length !== 2 || typeof value?.type !== 'string' || nothing?.type !== 'null') return;
  delete schema.anyOf;
  Object.assign(schema, value, { type: [value.type, 'null'] }, value.enum && { enum: [...value.enum, null] });
};

/** fast-json-stringify writes required fields first. If an optional one comes before them, none is marked as required. */
const keepOrder = (schema: JsonSchema): void => {
  const required = schema.required ?? [];
  const firstOptional = Object.keys(schema.properties ?? {}).findIndex((name) => !required.includes(name));
  if (firstOptional >= 0 && firstOptional < required.length) delete schema.required;
};

/** A reply has the fields of its schema, in its order; other columns of a row are left out. */
export const compileSerializer: FastifySerializerCompiler<z.ZodType> = ({ schema }) =>
  fastJsonStringify(
    z.toJSONSchema(schema, {
      io: 'output',
      override: ({ jsonSchema }) => {
        mergeNullable(jsonSchema);
        keepOrder(jsonSchema);
      },
    }) as fastJsonStringify.Schema,
  );
