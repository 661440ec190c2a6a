import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { asFields, asIssues, line, text } from '../src/index.ts';
import { anySchema, anyValue, requiredLeaf, secret } from './arbitraries.ts';
import { issuesOf } from './rejection.ts';

const types: Record<string, string> = {
  code: 'string',
  message: 'string',
  minimum: 'number',
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

  it('carries bounds with every too_small, and a validation with every invalid_string', () => {
    fc.assert(
      fc.property(anyIssues, (issues) => {
        for (const { code, path, message, ...members } of asIssues(issues)) {
          const bounds = ['exact', 'inclusive', 'type'];
          const expected =
            { too_small: ['exact', 'inclusive', 'minimum', 'type'], too_big: bounds, invalid_string: ['validation'] }[
              code
            ] ?? [];
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

  it('tells the place of a fault as strings', () => {
    const schema = z.object({ itens: z.array(z.object({ quantidade: z.number() })) });
    const issues = issuesOf(schema, { itens: [{ quantidade: 1 }, { quantidade: 'x' }] });
    expect(asIssues(issues)).toEqual([
      { code: 'invalid_type', message: 'Deve ser um número', path: ['itens', '1', 'quantidade'] },
    ]);
  });

  it.each<[string, z.ZodType, unknown, object]>([
    [
      'a short text',
      z.string().min(3),
      'ab',
      {
        code: 'too_small',
        minimum: 3,
        type: 'string',
        inclusive: true,
        exact: false,
        message: 'Deve ter pelo menos 3 caracteres',
      },
    ],
    [
      'an empty name',
      line(1, 255),
      '  ',
      {
        code: 'too_small',
        minimum: 1,
        type: 'string',
        inclusive: true,
        exact: false,
        message: 'Deve ter pelo menos 1 caractere',
      },
    ],
    [
      'a negative price',
      z.number().min(0),
      -1,
      { code: 'too_small', minimum: 0, type: 'number', inclusive: true, exact: false, message: 'Deve ser no mínimo 0' },
    ],
    [
      'zero where more is asked',
      z.number().gt(0),
      0,
      {
        code: 'too_small',
        minimum: 0,
        type: 'number',
        inclusive: false,
        exact: false,
        message: 'Deve ser maior que zero',
      },
    ],
    [
      'an empty list',
      z.array(z.string()).min(1),
      [],
      {
        code: 'too_small',
        minimum: 1,
        type: 'array',
        inclusive: true,
        exact: false,
        message: 'Deve conter pelo menos um item',
      },
    ],
    [
      'a text of another length',
      z.string().length(2),
      'a',
      {
        code: 'too_small',
        minimum: 2,
        type: 'string',
        inclusive: true,
        exact: true,
        message: 'Deve ter pelo menos 2 caracteres',
      },
    ],
    [
      'an integer beyond what a number holds',
      z.number().int(),
      -1e300,
      {
        code: 'too_small',
        minimum: Number.MIN_SAFE_INTEGER,
        type: 'number',
        inclusive: true,
        exact: false,
        message: `Deve ser no mínimo ${Number.MIN_SAFE_INTEGER}`,
      },
    ],
    [
      'a long text',
      text(2),
      'abc',
      { code: 'too_big', type: 'string', inclusive: true, exact: false, message: 'Deve ter no máximo 2 caracteres' },
    ],
    [
      'a malformed email',
      z.email(),
      'x',
      { code: 'invalid_string', validation: 'email', message: 'Formato de email inválido' },
    ],
    [
      'no date',
      z.iso.date(),
      '2026-02-30',
      { code: 'invalid_string', validation: 'date', message: 'Deve ser uma data existente no formato AAAA-MM-DD' },
    ],
    ['no UUID', z.guid(), 'x', { code: 'invalid_string', validation: 'guid', message: 'Deve ser um UUID' }],
    [
      'another pattern',
      z.string().regex(/^a$/),
      'x',
      { code: 'invalid_string', validation: 'regex', message: 'Formato inválido' },
    ],
    [
      'none of the values',
      z.enum(['a', 'b']),
      'x',
      { code: 'invalid_enum_value', message: 'Deve ser um destes valores: a, b' },
    ],
    [
      'none of the values at all',
      z.enum(['a', 'b']),
      12,
      { code: 'invalid_enum_value', message: 'Deve ser um destes valores: a, b' },
    ],
    ['none of a union', z.union([z.guid(), z.number()]), true, { code: 'custom', message: 'Valor inválido' }],
    ['half an integer', z.number().int(), 1.5, { code: 'invalid_type', message: 'Deve ser um número inteiro' }],
    ['more than a number holds', z.number(), Number('1e400'), { code: 'invalid_type', message: 'Deve ser um número' }],
    ['a number for a text', z.string(), 1, { code: 'invalid_type', message: 'Deve ser um texto' }],
    [
      'a rule of its own',
      z.string().refine(() => false, 'Regra da casa'),
      'x',
      { code: 'custom', message: 'Regra da casa' },
    ],
  ])('shows %s as the contract has it', (_what, schema, value, expected) => {
    expect(asIssues(issuesOf(z.object({ campo: schema }), { campo: value }))).toEqual([
      { ...expected, path: ['campo'] },
    ]);
  });
});

describe('a missing field', () => {
  const missing = { code: 'invalid_type', message: 'Campo obrigatório', path: ['campo'] };

  it('is one invalid_type with one message, whatever was expected', () => {
    fc.assert(
      fc.property(requiredLeaf, fc.constantFrom({}, { campo: undefined }, { campo: null }), (schema, body) => {
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
    expect(asIssues(issuesOf(z.object({}), null))).toEqual([{ ...missing, path: [] }]);
    expect(asFields(issuesOf(z.object({}), null))).toEqual({ body: 'Campo obrigatório' });
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
