import fc from 'fast-check';
import { it } from 'vitest';
import { z } from 'zod';
import { anySchema, anyValue, requiredLeaf } from './arbitraries.ts';
import { issuesOf } from './rejection.ts';
it('x', () => {
  const t = (n: string, f: () => unknown) => { const a = performance.now(); f(); console.log(n, performance.now() - a); };
  t('leaf', () => fc.sample(requiredLeaf, 1000));
  t('schema', () => fc.sample(anySchema, 1000));
  t('value', () => fc.sample(anyValue, 1000));
  let p: [z.ZodType, unknown][] = [];
  t('both', () => { p = fc.sample(fc.tuple(anySchema, anyValue), 1000); });
  let n = 0;
  t('parse', () => { for (const [s, v] of p) n += issuesOf(s, v).length ? 1 : 0; });
  console.log(n);
});
