import type { Fragment } from '@representa/postgres';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineRecord } from '../../src/records/define-record.ts';
import {
  fixed,
  inDetail,
  readOnly,
  required,
  textOrEmpty,
  textOrNull,
  updatable,
  whenSet,
  withDefault,
} from '../../src/records/field.ts';
import { changedFieldsText, insertTexts, setText } from '../../src/records/record-sql.ts';

const code = z.string().min(1).max(10);
/** One field of every kind. */
const defineThing = () =>
  defineRecord(
    { table: 'thing', resource: 'things', generated: { codigo: 'next_code(numbered.empresa_id)' } },
    {
      id: fixed(code.meta({ description: 'Código', examples: ['A1'] })),
      codigo: required(code, { create: code.nullable() }),
      nome: required(code.meta({ description: 'Nome' }), { update: code.max(5) }),
      preco: required(
        z
          .number()
          .max(9)
          .transform(String)
          .meta({ examples: [1.5] }),
      ),
      dia: withDefault(z.int().min(1).max(31), 15),
      peso: withDefault(z.number().min(1).nullable(), null),
      ativo: withDefault(z.boolean(), true),
      rota: updatable(z.boolean()),
      cidade: textOrEmpty(code),
      endereco: textOrNull(code),
      rate: whenSet(z.number().max(100)),
      segredo: inDetail(readOnly(z.string())),
    },
  );
let thing: ReturnType<typeof defineThing>;
beforeEach(() => {
  thing = defineThing();
});

const given = { id: 'A1', codigo: 'C1', nome: 'N', preco: 1.5 };
const text = ({ texts }: Pick<Fragment, 'texts'>): string => texts.join();

describe('a creation', () => {
  test('takes what it must have, and gives the rest its default', () => {
    expect(thing.createBody.parse(given)).toEqual({
      ...{ id: 'A1', codigo: 'C1', nome: 'N', preco: '1.5', dia: 15, peso: null, ativo: true },
      ...{ cidade: '', endereco: null, rate: null },
    });
    for (const name of Object.keys(given))
      expect(thing.createBody.safeParse({ ...given, [name]: undefined }).success).toBe(false);
  });

  test('may accept other values than an update', () => {
    expect(thing.createBody.parse({ ...given, codigo: null, nome: 'longname' })).toMatchObject({
      codigo: null,
      nome: 'longname',
    });
    expect(thing.updateBody.safeParse({ codigo: null }).success).toBe(false);
    expect(thing.updateBody.safeParse({ nome: 'longname' }).success).toBe(false);
  });

  test('does not write what is read-only, or written by updates', () => {
    expect(thing.created).toEqual('id codigo nome preco dia peso ativo cidade endereco rate'.split(' '));
    expect(thing.createBody.parse({ ...given, rota: true, segredo: 'x' })).not.toHaveProperty('rota');
  });

  test('by the caller has its id', () => {
    expect(thing.isIdGiven).toBe(true);
    expect(defineRecord({ table: 't', resource: 'ts' }, { id: readOnly(z.guid()) }).isIdGiven).toBe(false);
  });
});

describe('an update', () => {
  test('changes only what is given', () => {
    expect(thing.updateBody.parse({})).toEqual({});
    expect(thing.updated).toEqual('codigo nome preco dia peso ativo rota cidade endereco rate'.split(' '));
    expect(thing.updateBody.parse({ id: 'B2', segredo: 'x', rota: true })).toEqual({ rota: true });
  });

  test.each([
    [
      { cidade: null, endereco: ' ', rate: null },
      { cidade: '', endereco: null, rate: null },
    ],
    [
      { cidade: ' ', endereco: null },
      { cidade: '', endereco: null },
    ],
    [
      { cidade: 'X', endereco: 'Y', rate: 5 },
      { cidade: 'X', endereco: 'Y', rate: 5 },
    ],
  ])('%j', (changes, stored) => expect(thing.updateBody.parse(changes)).toEqual(stored));

  test.each([{ nome: null }, { dia: 32 }, { peso: 0 }, { ativo: null }, { rate: 101 }])('not %j', (changes) =>
    expect(thing.updateBody.safeParse(changes).success).toBe(false),
  );
});

describe('a reply', () => {
  const shown = { ...given, dia: 99, peso: 0, ativo: false, rota: true, cidade: '', endereco: null, segredo: 'x' };

  test('shows each field in the form in which it is sent, without the limits of a body', () => {
    expect(Object.keys(thing.reply.shape)).toEqual(
      'id codigo nome preco dia peso ativo rota cidade endereco rate segredo'.split(' '),
    );
    expect(thing.reply.parse({ ...shown, nome: 'much longer than ten', rate: 101 })).toMatchObject({
      rate: 101,
      dia: 99,
    });
    expect(thing.reply.parse({ ...shown, peso: null })).toMatchObject({ peso: null });
    for (const [name, value] of Object.entries({
      preco: '1',
      dia: 1.5,
      ativo: null,
      cidade: null,
      rate: null,
      nome: null,
    }))
      expect([name, thing.reply.safeParse({ ...shown, [name]: value }).success]).toEqual([name, false]);
    expect(z.toJSONSchema(thing.reply)).toMatchObject({
      properties: { nome: { type: 'string' }, preco: { type: 'number' }, dia: { type: 'integer' } },
    });
    expect(z.toJSONSchema(thing.reply.shape.nome)).not.toHaveProperty('maxLength');
  });

  test('leaves out what is shown when it is set, and null', () => {
    expect(thing.show({ rate: null, endereco: null })).toEqual({ rate: undefined, endereco: null });
    expect(thing.show({ rate: 0 })).toEqual({ rate: 0 });
  });

  test('of a creation or a list leaves out details', () => {
    expect(Object.keys(thing.summary.shape)).toEqual(
      Object.keys(thing.reply.shape).filter((name) => name !== 'segredo'),
    );
    const whole = defineRecord({ table: 't', resource: 'ts' }, { nome: required(code) });
    expect(whole.summary).toBe(whole.reply);
  });
});

test('the document says what the fields say, and nothing of the others', () => {
  expect(thing.docs).toEqual({
    id: { description: 'Código', examples: ['A1'] },
    nome: { description: 'Nome' },
    preco: { examples: [1.5] },
  });
});

test('an import takes what a creation and an update take, and knows the types of cells', () => {
  expect(thing.importable.schema).toBe(thing.createBody);
  expect(thing.importable.changes).toBe(thing.updateBody);
  expect(thing.importable.types).toEqual({
    dia: 'number',
    peso: 'number',
    ativo: 'boolean',
    rota: 'boolean',
    rate: 'number',
    preco: 'number',
  });
  expect(thing.importable.readOnly).toEqual(['rota', 'segredo']);
});

describe('the columns', () => {
  test('are named as the fields, with the version of records that have one', () => {
    const names = 'id, codigo, nome, preco, dia, peso, ativo, rota, cidade, endereco, rate';
    expect([text(thing.columns), text(thing.summaryColumns)]).toEqual([
      `${names}, segredo, version`,
      `${names}, version`,
    ]);
    const plain = defineRecord({ table: 't', resource: 'ts', isVersioned: false }, { nome: required(code) });
    expect([text(plain.columns), text(plain.summaryColumns)]).toEqual(['nome', 'nome']);
  });

  test('that a creation writes: of a generated one, what is given wins', () => {
    const { names, values } = insertTexts({ created: ['id', 'codigo'], generated: thing.generated });
    expect(names).toBe('id, codigo');
    expect(values).toBe('given.id, coalesce(given.codigo, next_code(numbered.empresa_id))');
  });

  test('that an update changes, and their names in order for the audit', () => {
    expect(changedFieldsText({ updated: ['b', 'a'] })).toBe(
      "array_remove(array[case when old.a is distinct from new.a then 'a' end, case when old.b is distinct from new.b then 'b' end], null)",
    );
    const plain = setText({ updated: ['a', 'b'], isReferenced: false });
    expect(plain).toMatch(/^\(a, b\) = \(\s+select after\.a, after\.b\s+from jsonb_populate_record/);
    expect(plain).toMatch(/version = record\.version \+ 1, change = given\.change/);
    const referenced = setText({ updated: ['nome'], isReferenced: true });
    expect(referenced).toMatch(/^\(nome, nome_revision, rename_pending, pending_since\) = /);
    expect(referenced).toMatch(
      /select after\.nome, record\.nome_revision \+ .*, record\.rename_pending or after\.nome <> record\.nome, case/,
    );
  });
});

test('what a record is called', () => {
  expect(thing).toMatchObject({ table: 'thing', resource: 'things', isReferenced: false });
  expect(defineRecord({ table: 't', resource: 'ts' }, {}).generated).toEqual({});
});
