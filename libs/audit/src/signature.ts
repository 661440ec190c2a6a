import { createHmac } from 'node:crypto';

/** Signs where a company's chain was cut, in hexadecimal. */
export const signCheckpoint = (
  key: string,
  source: string,
  { empresa_id, numero, hash }: { empresa_id: string; numero: number; hash: string },
): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([source, empresa_id, numero, hash]))
    .digest('hex');
