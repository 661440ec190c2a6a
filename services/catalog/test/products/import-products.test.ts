import { randomUUID } from 'node:crypto';
import { asEmpresa, representadaBody } from '@representa/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Catalog, startCatalog } from '../catalog.ts';

let catalog: Catalog;
let empresa: string;
let prefix: string;

beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog.stop());
beforeEach(() => {
  empresa = randomUUID();
  prefix = randomUUID().slice(0, 8);
});

const importFile = async (payload: string, of = empresa, query = '') => {
  const answer = await catalog.app.inject({
    method: 'POST',
    url: `/api/v1/products/import${query}`,
    headers: { ...asEmpresa(of), 'content-type': 'text/csv' },
    payload,
  });
  return { status: answer.statusCode, body: answer.json() };
};
const get = (path: string) => catalog.app.inject({ url: `/api/v1${path}`, headers: asEmpresa(empresa) });
const counts = (criados: number, atualizados: number, inalterados: number) => ({
  status: 200,
  body: { success: true, data: { criados, atualizados, inalterados } },
});

test('creates, updates by id, and keeps the totals', async () => {
  const file = (preco: string, ativo: string) =>
    `id;nome;preco;ativo\n${prefix}1;Café;"${preco}";${ativo}\n${prefix}2;Açúcar;4,39;sim\n`;
  expect(await importFile(file('1.234,50', 'sim'))).toEqual(counts(2, 0, 0));
  expect(await importFile(file('1234.50', 'não'))).toEqual(counts(0, 1, 1));
  const { data } = (await get(`/products/${prefix}1`)).json();
  expect(data).toMatchObject({ nome: 'Café', preco: 1234.5, ativo: false });
  const totals = await Promise.all(['', '?ativo=true', '?ativo=false'].map((query) => get(`/products${query}`)));
  expect(totals.map((answer) => answer.json().total)).toEqual([2, 1, 1]);
  const changes = (await get('/products/changes')).json().data;
  expect(changes.map(({ id }: { id: string }) => id)).toEqual([`${prefix}2`, `${prefix}1`]);
});

test('columns that a spreadsheet emptied are left out, and a value in one of them is a fault', async () => {
  expect(await importFile(`id;nome;preco;;\n${prefix}1;Café;1,5;;\n`)).toEqual(counts(1, 0, 0));
  const { body } = await importFile(`id;nome;preco;;\n${prefix}1;Café;1,5;;x\n`);
  expect(body.details.linhas).toEqual([{ linha: 2, campos: { linha: 'A linha tem 5 colunas; o cabeçalho tem 3' } }]);
});

test('empty cells leave the values of a product as they are, also those that a new one must have', async () => {
  await importFile(`id;nome;preco\n${prefix}1;Café;1,5\n${prefix}2;Chá;2\n`);
  expect(await importFile(`id;nome;preco\n${prefix}1;;3\n${prefix}2;;\n`)).toEqual(counts(0, 1, 1));
  expect((await get(`/products/${prefix}1`)).json().data).toMatchObject({ nome: 'Café', preco: 3 });
  const bad = await importFile(`id;nome;preco\n${prefix}1;;1.234\n${prefix}3;;2\n;;2\n`);
  expect(bad.body.details).toEqual({
    total: 3,
    linhas: [
      {
        linha: 2,
        campos: { preco: 'Número ambíguo: use vírgula antes dos decimais (1,234) ou escreva sem separador (1234)' },
      },
      { linha: 3, campos: { nome: 'Campo obrigatório' } },
      { linha: 4, campos: { id: 'Campo obrigatório', nome: 'Campo obrigatório' } },
    ],
  });
});

test('a price list has ids and prices only; a product that is new in it lacks a name', async () => {
  await importFile(`id;nome;preco\n${prefix}1;Café;1,5\n${prefix}2;Chá;2\n`);
  expect(await importFile(`id;preco\n${prefix}1;3\n${prefix}2;2\n`)).toEqual(counts(0, 1, 1));
  expect((await get(`/products/${prefix}1`)).json().data).toMatchObject({ nome: 'Café', preco: 3 });
  expect((await importFile(`id;preco\n${prefix}1;4\n${prefix}3;1\n`)).body.details).toEqual({
    total: 1,
    linhas: [{ linha: 3, campos: { nome: 'Campo obrigatório' } }],
  });
});

test('a price whose thousands are grouped by commas is ambiguous: its file may mean 1234 by 1,234', async () => {
  const prices = ['1,234', '1,234.56', '1,234,567', 'R$ 1,234.56', '1.234,56'];
  const bad = await importFile(
    `id,nome,preco\n${prices.map((preco, i) => `${prefix}${i},Café,"${preco}"\n`).join('')}`,
  );
  const preco = 'Número ambíguo: use vírgula antes dos decimais (1,234) ou escreva sem separador (1234)';
  expect([bad.status, bad.body.details]).toEqual([
    400,
    { total: 3, linhas: [3, 4, 5].map((linha) => ({ linha, campos: { preco } })) },
  ]);
  expect((await get('/products')).json().total).toBe(0);
});

test('each fault by line: prices, ids of others, representadas of others', async () => {
  await importFile(`id;nome;preco\n${prefix}X;Café;1\n`, randomUUID());
  const file = `id;nome;preco;representada_id
${prefix}1;Café;1.234;
${prefix}2;Café;-1;
${prefix}3;Café;dez;
..;Café;1;
`;
  const bad = await importFile(file);
  expect(bad.body.details).toEqual({
    total: 4,
    linhas: [
      {
        linha: 2,
        campos: {
          preco: 'Número ambíguo: use vírgula antes dos decimais (1,234) ou escreva sem separador (1234)',
        },
      },
      { linha: 3, campos: { preco: 'Deve ser no mínimo 0' } },
      { linha: 4, campos: { preco: 'Deve ser um número' } },
      { linha: 5, campos: { id: 'O ID não pode ser "." nem ".."' } },
    ],
  });
  const conflicts = await importFile(
    `id;nome;preco;representada_id\n${prefix}X;Café;1;\n${prefix}4;Café;1;${randomUUID()}\n${prefix}5;A;1;\n${prefix}5;B;1;\n`,
  );
  expect(conflicts.body.details).toEqual({
    total: 3,
    linhas: [
      { linha: 2, campos: { id: 'Já existe um produto com este ID' } },
      { linha: 3, campos: { representada_id: 'Representada não encontrada' } },
      { linha: 5, campos: { id: 'Repetido no arquivo' } },
    ],
  });
  expect((await get('/products')).json().total).toBe(0);
});

test('conflicts are told beside faults, also of the same row; rows without an id do not repeat each other', async () => {
  await importFile(`id;nome;preco\n${prefix}X;Café;1\n`, randomUUID());
  const { body } = await importFile(
    `id;nome;preco;representada_id\n;A;1;\n;B;1;\n${prefix}X;Café;1;\n${prefix}1;A;-1;${randomUUID()}\n${prefix}1;B;1;\n`,
  );
  expect(body.details).toEqual({
    total: 5,
    linhas: [
      { linha: 2, campos: { id: 'Campo obrigatório' } },
      { linha: 3, campos: { id: 'Campo obrigatório' } },
      { linha: 4, campos: { id: 'Já existe um produto com este ID' } },
      { linha: 5, campos: { preco: 'Deve ser no mínimo 0', representada_id: 'Representada não encontrada' } },
      { linha: 6, campos: { id: 'Repetido no arquivo' } },
    ],
  });
  expect((await get('/products')).json().total).toBe(0);
});

test('an export of products can be imported again; representadas have one too', async () => {
  const created = await catalog.app.inject({
    method: 'POST',
    url: '/api/v1/representadas',
    headers: asEmpresa(empresa),
    payload: representadaBody({
      telefone: '1133334444',
      comissao: 7.5,
      comissao_quando: 'faturamento',
      comissao_dia: 20,
    }),
  });
  const { id } = created.json().data;
  await importFile(
    `id;nome;preco;representada_id;descricao;comissao\n${prefix}1;=Café;0,000001;${id};"a;b";2,5\n${prefix}2;Chá;2,5;;;\n`,
  );
  const exported = (await get('/products/export')).body;
  expect(exported).toContain(`${prefix}1;'=Café;"a;b";0,000001;true;`);
  expect(exported).toContain(`${prefix}2;Chá;;2,50;true;`);
  expect(exported).toMatch(new RegExp(`;${id};2,5;\\r`));
  expect(await importFile(exported)).toEqual(counts(0, 0, 2));
  expect(await importFile(exported.replace(`${id};2,5`, `${id};3`))).toEqual(counts(0, 1, 1));
  expect((await get(`/products/${prefix}1`)).json().data.comissao).toBe(3);
  const filtered = (await get(`/products/export?representada_id=${id}`)).body;
  expect(filtered.trimEnd().split('\r\n')).toHaveLength(2);
  expect((await get('/representadas/export')).body).toMatch(/;\(11\) 3333-4444;.*;7,5;true;.*;faturamento;20;;\r/);
});
