import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { InvalidInput, renderInvalidInput } from '../../src/validation/validation.ts';
import { issuesOf } from '../rejection.ts';

const general = 'Dados de entrada inválidos';
const quantity = 'Quantidade deve ser maior que zero';
const state = 'Estado inválido';
const headlines = [quantity, state];

const schema = z.object({
  estado: z.string().length(2, state),
  itens: z.array(z.object({ produtoId: z.string(), quantidade: z.number().gt(0, quantity) })),
});
const answerTo = (
  body: unknown,
  config: Parameters<typeof renderInvalidInput>[1] = { details: 'fields', headlines },
) => {
  const { status, message, details } = renderInvalidInput(new InvalidInput(issuesOf(schema, body)), config);
  return { status, message, details };
};
const item = { produtoId: 'x', quantidade: 1 };

describe('a headline', () => {
  it('replaces the general message when it is all that is wrong', () => {
    const expected = { status: 400, message: quantity, details: undefined };
    expect(answerTo({ estado: 'SP', itens: [{ ...item, quantidade: 0 }] })).toEqual(expected);
    expect(answerTo({ estado: 'SP', itens: [{ ...item, quantidade: -1 }, item, { ...item, quantidade: 0 }] })).toEqual(
      expected,
    );
    expect(answerTo({ estado: 'SPX', itens: [] })).toEqual({ ...expected, message: state });
  });

  it('yields to the general message beside any other fault, even beside another headline', () => {
    expect(answerTo({ estado: 'SPX', itens: [{ ...item, quantidade: 0 }] })).toEqual({
      status: 400,
      message: general,
      details: { estado: state, 'itens.0.quantidade': quantity },
    });
    expect(answerTo({ estado: 'SP', itens: [{ quantidade: 0 }] })).toMatchObject({
      message: general,
      details: { 'itens.0.produtoId': 'Campo obrigatório', 'itens.0.quantidade': quantity },
    });
  });

  it('is not for a value that is missing or of another type', () => {
    expect(answerTo({ estado: 'SP', itens: [{ produtoId: 'x' }] }).message).toBe(general);
    expect(answerTo({ estado: 'SP', itens: [{ produtoId: 'x', quantidade: '0' }] }).message).toBe(general);
    expect(answerTo({ itens: [] })).toMatchObject({ message: general, details: { estado: 'Campo obrigatório' } });
  });

  it('is there only on a route that asks for it', () => {
    const body = { estado: 'SPX', itens: [] };
    expect(answerTo(body, { details: 'fields' })).toEqual({
      status: 400,
      message: general,
      details: { estado: state },
    });
    expect(answerTo(body, {})).toMatchObject({ message: general, details: [{ code: 'too_big', path: ['estado'] }] });
  });

  it('is one that every issue says, in general', () => {
    const message = fc.constantFrom(quantity, state, 'Campo obrigatório');
    fc.assert(
      fc.property(fc.array(message, { minLength: 1, maxLength: 4 }), (messages) => {
        const issues = messages.map((text, index) => ({
          code: 'custom' as const,
          path: [index],
          message: text,
          input: 1,
        }));
        const answer = renderInvalidInput(new InvalidInput(issues), { headlines });
        const [only, ...others] = new Set(messages);
        const isHeadline = others.length === 0 && headlines.includes(only ?? '');
        expect(answer.message).toBe(isHeadline ? only : general);
        expect(answer.details === undefined).toBe(isHeadline);
      }),
    );
  });
});
