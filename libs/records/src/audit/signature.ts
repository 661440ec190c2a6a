import { createHmac } from 'node:crypto';
import type { AuditSource } from '@representa/contracts';
import type { Cut } from './audit.repository.ts';

/** Signs where a company's chain was cut, in hexadecimal. */
export const signCheckpoint = (key: string, source: AuditSource, { empresa_id, numero, hash, em }: Cut): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([source, empresa_id, numero, hash, em]))
    .digest('hex');
