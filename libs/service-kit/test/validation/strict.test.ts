import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bodyFieldsOf, readFields } from '../../src/validation/body-fields.ts';
import { asksForStrict, listIgnored } from '../../src/validation/strict.ts';

describe('the fields of a body', () => {
  const body = z
    .object({
      nome: z.string().transform((nome) => nome.trim()),
      itens: z.array(z.object({ id: z.string() })).nullish(),
      endereco: z.preprocess((value) => value, z.object({ rua: z.string() })).optional(),
    })
    .refine(() => true);
  const reply = z.object({
    success: z.literal(true),
    data: z.object({
      nome: z.string(),
      total: z.number(),
      itens: z.array(z.object({ valor: z.number() })),
      links: z.object({}),
    }),
  });
  const read = (sent: unknown) => readFields(sent, bodyFieldsOf(body, { read: reply, created: undefined }));

  it('are taken, those of replies are dropped, and others are named, at any depth', () => {
    const links = { anything: 1 };
    const itens = [{ id: 'a', valor: 1, x: 2 }, 'no object', null, [{ id: 'b', y: 1 }]];
    expect(read({ nome: 'a', total: 1, links, Nome: 'b', itens, endereco: { rua: 'c', cep: 1 } })).toMatchObject({
      body: { nome: 'a', itens: [{ id: 'a' }, 'no object', null, [{ id: 'b' }]], endereco: { rua: 'c' } },
      unknown: [['Nome'], ['itens', 0, 'x'], ['itens', 3, 0, 'y'], ['endereco', 'cep']],
    });
  });

  it.each([[undefined], [null], [7], ['text'], [[]], [[{ Nome: 1 }]]])(
    'of no object are not looked for: %j',
    (sent) => {
      expect(read(sent)).toEqual({ body: sent, unknown: [], twice: [] });
    },
  );

  it('are not known by what a creation shows in lists', () => {
    const fields = bodyFieldsOf(z.object({ nome: z.string() }), { read: undefined, created: reply });
    expect(readFields({ nome: 'a', total: 1, itens: 2 }, fields)).toMatchObject({
      body: { nome: 'a' },
      unknown: [['itens']],
    });
  });

  it('may have the names that replies show', () => {
    const data = z.object({ cliente_id: z.string(), itens: z.array(z.object({ valor_unitario: z.number() })) });
    const item = z.object({ valorUnitario: z.number(), outroNome: z.string() });
    const sale = z.object({ clienteId: z.string().nullable(), itens: z.array(item) });
    const fields = bodyFieldsOf(sale, { read: z.object({ data }), created: undefined });
    expect(readFields({ cliente_id: 'a', itens: [{ valor_unitario: 1, outro_nome: 'b' }] }, fields)).toEqual({
      body: { clienteId: 'a', itens: [{ valorUnitario: 1 }] },
      // No reply shows it.
      unknown: [['itens', 0, 'outro_nome']],
      twice: [],
    });
    const itens = [
      { valor_unitario: 1, valorUnitario: 1 },
      { valorUnitario: 1, valor_unitario: '1' },
    ];
    expect(readFields({ cliente_id: null, clienteId: 'a', itens }, fields)).toMatchObject({
      twice: [
        { path: ['clienteId'], otherName: 'cliente_id' },
        { path: ['itens', 1, 'valorUnitario'], otherName: 'valor_unitario' },
      ],
    });
  });

  it('may have the names of what every object inherits', () => {
    const sent = JSON.parse('{"__proto__":{"nome":1},"constructor":1,"toString":2}');
    expect(read(sent)).toMatchObject({ body: {}, unknown: [['__proto__'], ['constructor'], ['toString']] });
    const inherited = readFields(
      sent,
      bodyFieldsOf(z.object({ constructor: z.number() }), { read: undefined, created: undefined }),
    );
    expect(inherited.body).toEqual({ constructor: 1 });
  });
});

it.each([
  ['handling=strict', true],
  ['HANDLING="strict"', true],
  ['a, handling=strict;x', true],
  ['handling=lenient,handling=strict', false],
  ['handling=strict,handling=lenient', true],
  ['handling=strictly', false],
  ['handling', false],
  ['', false],
  [undefined, false],
])('Prefer: %s', (header, expected) => {
  expect(asksForStrict(header)).toBe(expected);
});

describe('Ignored-Fields', () => {
  it('has each place of a list once, and no more than fits', () => {
    expect(listIgnored([['itens', 3, 'a'], ['itens', 4, 'a'], ['itens', 4, 'b'], ['itens']])).toBe(
      'itens.3.a, itens.4.b, itens',
    );
    expect(listIgnored([['€'.repeat(90)], ['y'.repeat(50)], ['z']])).toBe(`${'%E2%82%AC'.repeat(50)}, z`);
    expect(listIgnored([[`${'x'.repeat(49)}😀`]])).toBe(`${'x'.repeat(49)}%EF%BF%BD`);
  });
});
