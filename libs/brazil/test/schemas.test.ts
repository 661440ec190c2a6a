import { startStopwatch } from '@representa/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { cnpj, cnpjOrCpf, email, estado, phone } from '../src/index.ts';
import { anyString } from './arbitraries.ts';

const schemas = { cnpj, cnpjOrCpf, email, estado, phone };
const names = Object.keys(schemas) as (keyof typeof schemas)[];
const valid = {
  cnpj: '11.222.333/0001-81',
  cnpjOrCpf: '529.982.247-25',
  email: 'maria@exemplo.com',
  estado: 'sp',
  phone: '11 98765-4321',
};

describe('within an object', () => {
  const general = 'from the global error map';
  // Test files share their modules, and so zod's configuration.
  const { customError } = z.config();
  beforeAll(() => {
    z.config({ customError: ({ input }) => (input === undefined || input === null ? general : undefined) });
  });
  afterAll(() => {
    z.config({ customError });
  });

  it('all fields are stored in their normal form', () => {
    expect(z.object(schemas).parse({ ...valid, other: 1 })).toEqual({
      cnpj: '11222333000181',
      cnpjOrCpf: '52998224725',
      email: 'maria@exemplo.com',
      estado: 'SP',
      phone: '+5511987654321',
    });
  });

  it.each(names)('a missing %s is an invalid_type with the message of the global map', (name) => {
    for (const input of [{}, { [name]: undefined }, { [name]: null }]) {
      const { error } = z.object({ [name]: schemas[name] }).safeParse(input);
      expect(error?.issues).toMatchObject([{ code: 'invalid_type', path: [name], message: general }]);
    }
  });

  it.each(names)('%s may be optional or null, and is judged only when it is there', (name) => {
    const object = z.object({ [name]: schemas[name].nullish(), optional: schemas[name].optional() });
    expect(object.parse({})).toEqual({});
    expect(object.parse({ [name]: null })).toEqual({ [name]: null });
    expect(object.safeParse({ optional: null }).success).toBe(false);
    expect(object.safeParse({ [name]: '?' }).error?.issues).toMatchObject([{ path: [name] }]);
    expect(object.safeParse({ optional: '?' }).error?.issues).toMatchObject([{ path: ['optional'] }]);
  });

  it.each(names)('%s can be described as a JSON schema of strings', (name) => {
    expect(z.toJSONSchema(schemas[name])).toMatchObject({ type: 'string' });
  });
});

describe('hostile input', () => {
  it.each(names)('%s never throws, whatever the value', (name) => {
    const anything = fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true, withMap: true });
    fc.assert(
      fc.property(fc.oneof(anything, anyString), (value) => {
        const { data } = schemas[name].safeParse(value);
        expect(data === undefined || schemas[name].parse(data) === data).toBe(true);
      }),
    );
  });

  const long = 1_000_000;
  const hostile: [string, string][] = [
    ['digits', '1'.repeat(long)],
    ['zeros', '0'.repeat(long)],
    ['letters', 'a'.repeat(long)],
    ['dots', '.'.repeat(long)],
    ['atoms', 'a.'.repeat(long / 2)],
    ['ats', 'a@'.repeat(long / 2)],
    ['labels', `a@${'a.'.repeat(long / 2)}`],
    ['hyphens', `a@a${'-'.repeat(long)}`],
    ['blanks', ' '.repeat(long)],
    ['blanks within', `a${' '.repeat(long)}a`],
    ['pluses', '+'.repeat(long)],
    ['carriers', '0xx'.repeat(long / 3)],
  ];
  it.each(hostile)('a million characters cost little: %s', (_kind, text) => {
    const elapsedMs = startStopwatch();
    for (const name of names) expect(schemas[name].safeParse(text).success).toBe(false);
    // Generous for a busy machine: anything quadratic would take minutes.
    expect(elapsedMs()).toBeLessThan(1_000);
  });
});
