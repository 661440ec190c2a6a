import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { line, text } from '../../src/index.ts';
import { asIssues } from '../../src/validation/validation-details.ts';
import { issuesOf } from '../rejection.ts';

describe('an issue', () => {
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
      {
        code: 'too_big',
        maximum: 2,
        type: 'string',
        inclusive: true,
        exact: false,
        message: 'Deve ter no máximo 2 caracteres',
      },
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
    ['no UUID', z.guid(), 'x', { code: 'invalid_string', validation: 'uuid', message: 'Deve ser um UUID' }],
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
