import { z } from 'zod';
import { invalidEmail } from './brazil.errors.ts';

const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const topLevel = '(?:[A-Za-z]{2,63}|[Xx][Nn]--[A-Za-z0-9-]{0,58}[A-Za-z0-9])';

/**
 * An address as mail servers take it (RFC 5321): 254 characters in all, 64 before the @. The lengths come first, so
 * that a long text is refused unread.
 */
const address = new RegExp(`^(?=[^]{1,254}$)(?=[^@]{1,64}@)${atom}(?:\\.${atom})*@(?:${label}\\.)+${topLevel}$`);

export const email = z
  .string()
  .trim()
  .check(z.email({ pattern: address, error: invalidEmail }))
  .meta({ maxLength: 254 });
