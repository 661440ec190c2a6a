import { faults, problems, sentenceOf } from '@representa/contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { codeOfIssue } from '../src/index.ts';
import { app, json } from './test-server.ts';

const problemType = 'application/problem+json';

const refused = async (accept: string | undefined, url = '/throw/refusal') => {
  const reply = await app.inject({ url, headers: accept === undefined ? {} : { accept } });
  return { type: reply.headers['content-type'], body: reply.json(), status: reply.statusCode };
};

describe('the form of an error', () => {
  it.each([
    'application/problem+json',
    'Application/Problem+JSON',
    'application/json, application/problem+json',
    'application/problem+json;q=0.001',
    'text/html;level=1, application/problem+json ; charset=utf-8 ; q=0.5',
    'application/problem+json;q=2',
  ])('is that of RFC 9457 where Accept names it: %s', async (accept) => {
    expect(await refused(accept)).toEqual({
      type: problemType,
      status: 409,
      body: {
        type: '/docs/errors#product.id_taken',
        title: 'Já existe um produto com este ID',
        status: 409,
        detail: 'Já existe',
        codigo: 'product.id_taken',
        request_id: expect.stringMatching(/\S/),
        errors: [],
        details: { id: 'x' },
      },
    });
  });

  it.each([
    undefined,
    '',
    '*/*',
    'application/*',
    'application/json',
    'application/problem+json;q=0',
    'application/problem+json; Q=0.000',
    'application/problem+jsonx',
    'application/problem+xml',
    'x'.repeat(10_000),
    ',,;;=',
  ])('is the contract’s otherwise: %s', async (accept) => {
    expect(await refused(accept)).toEqual({
      type: 'application/json; charset=utf-8',
      status: 409,
      body: { error: 'Já existe', details: { id: 'x' } },
    });
  });

  it('holds for errors of the framework, of outages and of bugs', async () => {
    for (const [url, codigo] of [
      ['/nothing', 'route.not_found'],
      ['/%ff', 'request.url_malformed'],
      ['/throw/error', 'service.failed'],
      ['/throw/standby', 'service.unavailable'],
    ] as const) {
      const { body, status } = await refused(problemType, url);
      expect(body).toMatchObject({ codigo, status, title: problems[codigo][1], errors: [] });
    }
  });

  it('tells each fault of an input in one shape', async () => {
    for (const url of ['/fields', '/issues']) {
      const body = JSON.stringify({ itens: [{ produtoId: 'longer than ten' }, { produtoId: 1 }, {}] });
      const reply = await app.inject({ method: 'POST', url, headers: { ...json, accept: problemType }, body });
      const { codigo, errors, details } = reply.json();
      expect([codigo, details]).toEqual(['request.invalid', undefined]);
      expect(errors).toEqual([
        { campo: 'nome', codigo: 'field.required', mensagem: 'Campo obrigatório' },
        { campo: 'itens.0.produtoId', codigo: 'field.too_long', mensagem: 'Deve ter no máximo 10 caracteres' },
        { campo: 'itens.1.produtoId', codigo: 'field.wrong_type', mensagem: 'Deve ser um texto' },
        { campo: 'itens.2.produtoId', codigo: 'field.required', mensagem: 'Campo obrigatório' },
      ]);
    }
  });
});

it('an unknown key of a strict object has a code', () => {
  const [issue] = z.strictObject({}).safeParse({ nome: 'A' }).error?.issues ?? [];
  expect(codeOfIssue(issue as z.core.$ZodIssue)).toBe('field.unknown');
});

describe('the catalogue', () => {
  it('has codes of two parts, which no other list has', () => {
    const codes = [...Object.keys(problems), ...Object.keys(faults)];
    expect(codes.filter((code) => !/^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$/.test(code))).toEqual([]);
    expect(codes.length).toBe(new Set(codes).size);
  });

  it('has an own sentence for each error, by which tests know it', () => {
    const sentences = Object.values(problems).map(([, sentence]) => sentence);
    expect(sentences.length).toBe(new Set(sentences).size);
  });

  it('has a sentence for each', () => {
    for (const code of [...Object.keys(problems), ...Object.keys(faults)])
      expect(sentenceOf(code as keyof typeof faults)).toMatch(/^\S.*[^.]$/);
  });
});
