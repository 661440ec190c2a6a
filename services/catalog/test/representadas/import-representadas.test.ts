import { randomUUID } from 'node:crypto';
import { asEmpresa } from '@representa/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Api, type Catalog, startCatalog } from '../catalog.ts';
import { freshCnpj } from '../cnpjs.ts';

let catalog: Catalog;
let api: Api;

beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog.stop());
beforeEach(() => {
  api = catalog.empresa();
});

const upload = async (payload: string, { query = '', of = api } = {}) => {
  const reply = await catalog.app.inject({
    method: 'POST',
    url: `/api/v1/representadas/import${query}`,
    headers: { ...asEmpresa(of.empresa_id), 'content-type': 'text/csv' },
    payload,
  });
  return { status: reply.statusCode, body: reply.json() };
};
const counts = (criados: number, atualizados: number, inalterados: number) => ({
  status: 200,
  body: { success: true, data: { criados, atualizados, inalterados } },
});
const listed = async () => (await api.get('/representadas?ordenar=nome')).body;

test('a file creates representadas and changes those whose codigo is known; a dry run only counts', async () => {
  const cnpj = freshCnpj();
  const file = `codigo;nome;cnpj;comissao;comissao_dia;id_externo\nR1;Aurora;${cnpj};7,5;20;ERP-1\nR2;Boreal;;;;\n`;
  expect(await upload(file, { query: '?simular=true' })).toEqual(counts(2, 0, 0));
  expect((await listed()).total).toBe(0);
  expect(await upload(file)).toEqual(counts(2, 0, 0));
  expect((await listed()).data).toEqual([
    expect.objectContaining({
      nome: 'Aurora',
      cnpj,
      comissao: 7.5,
      comissao_dia: 20,
      codigo: 'R1',
      id_externo: 'ERP-1',
    }),
    expect.objectContaining({ nome: 'Boreal', cnpj: '', comissao: 0, codigo: 'R2' }),
  ]);
  // Sent again, and another company's codes are its own.
  expect(await upload(file)).toEqual(counts(0, 0, 2));
  expect(await upload('codigo;comissao\nR2;3\nR1;7,5\n')).toEqual(counts(0, 1, 1));
  expect(await upload(file, { of: catalog.empresa() })).toEqual(counts(2, 0, 0));
  const exported = (await api.get('/representadas/export')).text;
  expect(await upload(exported)).toEqual(counts(0, 0, 2));
});

test('a new name is in the register of sales when the import is answered', async () => {
  await upload('codigo;nome\nR1;Aurora\n');
  const [{ id }] = (await listed()).data;
  expect(await upload('codigo;nome\nR1;Boreal\n')).toEqual(counts(0, 1, 0));
  expect(catalog.sales.of(id).nome).toBe('Boreal');
});

test('faulty rows are named with their lines, and nothing is written', async () => {
  const [cnpj, other] = [freshCnpj(), freshCnpj()];
  await api.post('/representadas', { nome: 'Outra', cnpj, id_externo: 'ERP-1' });
  const rows = [
    'R1;Aurora;;',
    `R1;Aurora;${cnpj};`,
    `R3;A;${other};`,
    `R4;B;${other};ERP-1`,
    ';C;;',
    'R5;;;',
    'R6;D;123;a b',
  ];
  const { status, body } = await upload(['codigo;nome;cnpj;id_externo', ...rows, ''].join('\n'));
  expect(status).toBe(400);
  expect(body.details).toEqual({
    total: 5,
    linhas: [
      { linha: 3, campos: { codigo: 'Repetido no arquivo', cnpj: 'Já existe uma representada com este CNPJ' } },
      {
        linha: 5,
        campos: { cnpj: 'Repetido no arquivo', id_externo: 'Já existe uma representada com este id_externo' },
      },
      { linha: 6, campos: { codigo: 'Campo obrigatório' } },
      { linha: 7, campos: { nome: 'Campo obrigatório' } },
      { linha: 8, campos: { cnpj: expect.any(String), id_externo: expect.any(String) } },
    ],
  });
  expect((await listed()).total).toBe(1);
  expect((await upload(`nome\nX${randomUUID()}\n`)).body.details).toEqual([
    expect.objectContaining({ path: ['codigo'], message: 'Coluna obrigatória' }),
  ]);
});
