import { z } from 'zod';

/** The records that a sale refers to and other services own. */
const referenceKind = z.enum(['client', 'representada']);
export type ReferenceKind = z.infer<typeof referenceKind>;

export const recordAddress = z.object({ empresa_id: z.guid(), id: z.guid() });
export type RecordAddress = z.infer<typeof recordAddress>;

/** `revision` counts the renames of a record, so that an older name never overwrites a newer one. */
export const foundRecord = z.object({ nome: z.string(), revision: z.number().int() });

/** The most records in one question: their answers fit into a message. */
export const maxIds = 1_000;

export const referenceAddress = recordAddress.extend({ kind: referenceKind });
