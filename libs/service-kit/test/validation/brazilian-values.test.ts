import { cnpjOrCpf, email, estado, invalidEstado, phone } from '@representa/brazil';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { InvalidInput, renderInvalidInput } from '../../src/validation/validation.ts';
import { asFields, asIssues } from '../../src/validation/validation-details.ts';
import { issuesOf } from '../rejection.ts';

const body = z.object({ email, telefone: phone, estado, cnpj_cpf: cnpjOrCpf.nullish() });
const valid = { email: 'a@b.co', telefone: '11987654321', estado: 'SP' };
const refusal = (value: object): InvalidInput => new InvalidInput(issuesOf(body, value));

describe('errors of Brazilian values', () => {
  it('missing fields are required fields', () => {
    const required = 'Campo obrigatório';
    expect(asFields(refusal({}).issues)).toEqual({ email: required, telefone: required, estado: required });
    expect(asIssues(refusal({}).issues).map(({ code }) => code)).toEqual(Array(3).fill('invalid_type'));
  });

  it.each(['x', 'a@b', 'a\0@b.co', 'a\ud800@b.co', `${'a'.repeat(300)}@b.co`])(
    'the email %j is an invalid_string',
    (address) => {
      expect(asIssues(refusal({ ...valid, email: address }).issues)).toEqual([
        { code: 'invalid_string', validation: 'email', message: 'Formato de email inválido', path: ['email'] },
      ]);
    },
  );

  it('other formats are told by their name, and no pattern with them', () => {
    expect(asIssues(refusal({ ...valid, estado: 'S', telefone: '1', cnpj_cpf: '1' }).issues)).toEqual([
      { code: 'invalid_string', validation: 'phone', message: expect.any(String), path: ['telefone'] },
      { code: 'invalid_string', validation: 'regex', message: invalidEstado, path: ['estado'] },
      { code: 'invalid_string', validation: 'cnpj_cpf', message: 'CNPJ ou CPF inválido', path: ['cnpj_cpf'] },
    ]);
  });

  it('a state that is no abbreviation is the headline when it is the only fault', () => {
    const config = { details: 'fields', headlines: [invalidEstado] } as const;
    for (const wrong of ['', 'S', 'São Paulo', 12]) {
      const { message, details } = renderInvalidInput(refusal({ ...valid, estado: wrong }), config);
      expect([message, details]).toEqual([invalidEstado, undefined]);
    }
    expect(renderInvalidInput(refusal({ ...valid, estado: null }), config).details).toEqual({
      estado: 'Campo obrigatório',
    });
    expect(renderInvalidInput(refusal({ ...valid, estado: 'S', email: 'x' }), config)).toMatchObject({
      message: 'Dados de entrada inválidos',
      details: { estado: invalidEstado, email: 'Formato de email inválido' },
    });
  });
});
