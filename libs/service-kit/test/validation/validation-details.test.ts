import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { asFields, asIssues } from '../../src/validation/validation-details.ts';
import { anySchema, anyValue, requiredLeaf, secret } from '../arbitraries.ts';
import { issuesOf } from '../rejection.ts';

const types: Record<string, string> = {
  code: 'string',
  message: 'string',
  minimum: 'number',
  maximum: 'number',
  type: 'string',
  inclusive: 'boolean',
  exact: 'boolean',
  validation: 'string',
};
const codes = ['too_small', 'too_big', 'invalid_type', 'invalid_string', 'invalid_enum_value', 'custom'];

const anyIssues = fc
  .tuple(anySchema, anyValue)
  .map(([schema, value]) => issuesOf(schema, value))
  .filter((issues) => issues.length > 0);

describe('a list of issues', () => {
  it('has only the members that the contract names, whatever the schema and the value', () => {
    fc.assert(
      fc.property(anyIssues, (issues) => {
        const rendered = asIssues(issues);
        expect(rendered).toHaveLength(issues.length);
        for (const { path, ...members } of JSON.parse(JSON.stringify(rendered))) {
          expect(path.every((part: unknown) => typeof part === 'string')).toBe(true);
          for (const [member, value] of Object.entries(members))
            expect([member, typeof value]).toEqual([member, types[member]]);
          expect(codes).toContain(members.code);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('carries bounds with every too_small and too_big, and a validation with every invalid_string', () => {
    fc.assert(
      fc.property(anyIssues, (issues) => {
        for (const { code, path, message, ...members } of asIssues(issues)) {
          const expected =
            {
              too_small: ['exact', 'inclusive', 'minimum', 'type'],
              too_big: ['exact', 'inclusive', 'maximum', 'type'],
              invalid_string: ['validation'],
            }[code] ?? [];
          expect([code, path, message, Object.keys(members).sort()]).toEqual([code, path, message, expected]);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('never shows a pattern, and speaks Portuguese', () => {
    fc.assert(
      fc.property(anyIssues, (issues) => {
        for (const rendered of [JSON.stringify(asIssues(issues)), JSON.stringify(Object.values(asFields(issues)))]) {
          expect(rendered).not.toContain(secret);
          expect(rendered).not.toMatch(
            /invalid input|invalid (?:string|option|key)|too (?:big|small)|expected|unrecognized/i,
          );
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

test('null is a wrong boolean, not a missing one', () => {
  const schema = z.object({ campo: z.boolean().default(true) });
  expect(asIssues(issuesOf(schema, { campo: null }))).toEqual([
    { code: 'invalid_type', message: 'Deve ser verdadeiro ou falso', path: ['campo'] },
  ]);
});

describe('a missing field', () => {
  const missing = { code: 'invalid_type', message: 'Campo obrigatório', path: ['campo'] };

  it('is one invalid_type with one message, whatever was expected', () => {
    fc.assert(
      fc.property(requiredLeaf, fc.constantFrom({}, { campo: undefined }, { campo: null }), (schema, body) => {
        fc.pre(!(schema instanceof z.ZodBoolean && body.campo === null));
        const issues = issuesOf(z.object({ campo: schema }), body);
        expect(asIssues(issues)).toEqual([missing]);
        expect(asFields(issues)).toEqual({ campo: 'Campo obrigatório' });
      }),
    );
  });

  it('is told beside all others', () => {
    const body = z.object({
      status: z.enum(['PAGA']),
      codigo: z.union([z.string(), z.number()]),
      ok: z.string().optional(),
    });
    expect(asIssues(issuesOf(body, {}))).toEqual([
      { ...missing, path: ['status'] },
      { ...missing, path: ['codigo'] },
    ]);
  });

  it('is the whole body when there is none', () => {
    const message = 'Envie um objeto JSON';
    expect(asIssues(issuesOf(z.object({}), null))).toEqual([{ ...missing, message, path: [] }]);
    expect(asFields(issuesOf(z.object({}), null))).toEqual({ body: message });
  });
});

describe('a map of fields', () => {
  it('has the first message of every place, by dotted path', () => {
    fc.assert(
      fc.property(anyIssues, (issues) => {
        const places = issues.map(({ path }) => (path.length === 0 ? 'body' : path.join('.')));
        const fields = new Map(Object.entries(asFields(issues)));
        expect([...fields.keys()].sort()).toEqual([...new Set(places)].sort());
        for (const [field, message] of fields) expect(message).toBe(issues[places.indexOf(field)]?.message);
      }),
      { numRuns: 1_000 },
    );
  });

  it('reaches into lists', () => {
    const schema = z.object({ itens: z.array(z.object({ produtoId: z.string() })).min(1) });
    expect(asFields(issuesOf(schema, { itens: [{}, { produtoId: 1 }] }))).toEqual({
      'itens.0.produtoId': 'Campo obrigatório',
      'itens.1.produtoId': 'Deve ser um texto',
    });
    expect(asFields(issuesOf(schema, { itens: [] }))).toEqual({ itens: 'Deve conter pelo menos um item' });
  });

  it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])('knows a field called %s', (name) => {
    const fields = asFields([{ code: 'custom', path: [name], message: 'Valor inválido', input: 1 }]);
    expect(JSON.stringify(fields)).toBe(`{"${name}":"Valor inválido"}`);
  });
});
