import { expect, test } from 'vitest';
import { a, afterOtherImports, b, baseUrl, prefix } from './api.ts';
import { keys } from './config.ts';
import { expectError } from './expectations.ts';
import { createParties, createSale, word } from './records.ts';

const columns = 'codigo;nome;email;telefone;cidade;estado';
const row = (codigo: string, { nome = 'Mercado São José', email = `${codigo}@exemplo.com.br` } = {}): string =>
  `${codigo};${nome};${email};(11) 98765-4321;São Paulo;SP`;
const fileOf = (...rows: string[]): string => [columns, ...rows, ''].join('\r\n');

interface Counts {
  criados: number;
  atualizados: number;
  inalterados: number;
}

const upload = (path: string, body: string | Uint8Array<ArrayBuffer>) =>
  afterOtherImports(() => a.send<Counts>('POST', path, { headers: { 'content-type': 'text/csv' }, body }));

const download = async (path: string, key = keys.a) => {
  const response = await fetch(`${baseUrl}${prefix}${path}`, { headers: { 'x-api-key': key } });
  expect(response.status).toBe(200);
  expect(response.headers.get('x-request-id')).toMatch(/\S/);
  return { headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
};

test('[BULK-01] a file creates clients, updates those whose codigo is known, and can be tried before', async () => {
  const [first, second] = [word(), word()];
  const dry = await upload('/clients/import?simular=true', fileOf(row(first)));
  expect(dry.json.data).toEqual({ criados: 1, atualizados: 0, inalterados: 0 });
  expect((await upload('/clients/import', fileOf(row(first)))).json.data.criados).toBe(1);
  const again = await upload('/clients/import', fileOf(row(first, { nome: 'Padaria' }), row(second)));
  expect(again.json).toEqual({ success: true, data: { criados: 1, atualizados: 1, inalterados: 0 } });
  const { json } = await a.get<{ nome: string }[]>(`/clients?search=${first}`);
  expect(json.data.map(({ nome }) => nome)).toEqual(['Padaria']);
});

test('[BULK-02] Windows-1252, commas and tabs, decimal comma and point, Portuguese words for yes and no', async () => {
  const [first, second] = [word(), word()];
  const text = `ID,Nome,Descrição,Preço,Ativo\n${first},Açaí,"café, ""bom""","1.234,56",Não\n${second},Chá,,2.5,sim\n`;
  const reply = await upload(
    '/products/import',
    Uint8Array.from(Buffer.from(text.replace('Preço', 'preco'), 'latin1')),
  );
  expect(reply.json.data).toEqual({ criados: 2, atualizados: 0, inalterados: 0 });
  const { json } = await a.get(`/products/${first}`);
  expect(json.data).toMatchObject({ nome: 'Açaí', descricao: 'café, "bom"', preco: 1234.56, ativo: false });
  const tabs = await upload('/products/import', `id\tnome\tpreco\n${first}\tAçaí; novo\t1 234,50\n`);
  expect(tabs.json.data).toEqual({ criados: 0, atualizados: 1, inalterados: 0 });
  expect((await a.get(`/products/${first}`)).json.data).toMatchObject({ nome: 'Açaí; novo', preco: 1234.5 });
});

test('[BULK-03] each row that is faulty, repeated or taken is named with its line, and nothing is written', async () => {
  const [taken, good, bad] = [word(), word(), word()];
  await upload('/clients/import', fileOf(row(taken)));
  const rows = [row(good), row(good), row(bad, { email: 'x' }), row('', { email: `${taken}@exemplo.com.br` })];
  const reply = await upload('/clients/import', fileOf(...rows));
  expectError(reply, 400, 'Dados de entrada inválidos');
  expect(reply.json.details).toEqual({
    total: 3,
    linhas: [
      { linha: 3, campos: { codigo: 'Repetido no arquivo', email: 'Repetido no arquivo' } },
      { linha: 4, campos: { email: 'Formato de email inválido' } },
      { linha: 5, campos: { email: 'Email já cadastrado no sistema' } },
    ],
  });
  expect((await a.get(`/clients?search=${good}`)).json.total).toBe(0);
});

test('[BULK-04] what is no such file is refused', async () => {
  expectError(await upload('/clients/import', 'nome;cor\nx;y\n'), 400, 'Dados de entrada inválidos');
  expectError(await upload('/clients/import', `${fileOf(row(word()))}"`), 400, 'Dados de entrada inválidos');
  expectError(await upload('/clients/import', fileOf(`${row(word())};1;2;3`)), 400, 'Dados de entrada inválidos');
  expectError(
    await upload('/clients/import', fileOf(row(word(), { nome: 'x\0y' }))),
    400,
    'Dados de entrada inválidos',
  );
  expectError(await upload('/clients/import', columns + '\n'.repeat(1_048_576)), 400, 'Dados de entrada inválidos');
  expectError(await upload('/clients/import', new Uint8Array(21 * 1_048_576)), 413, 'Arquivo maior que 20 MB');
  expectError(await a.post('/clients/import', {}), 415, 'Content-Type deve ser text/csv');
});

test('[BULK-05] an export has what the list has, can be imported again, and nothing of another company', async () => {
  const codigo = word();
  await upload('/clients/import', fileOf(row(codigo, { nome: '=1+1' })));
  const { headers, bytes } = await download(`/clients/export?search=${codigo}`);
  expect(headers.get('content-type')).toMatch(/^text\/csv; charset=utf-8/);
  expect(headers.get('content-disposition')).toBe('attachment; filename="clients.csv"');
  const text = bytes.toString();
  expect(text).toMatch(/^\ufeffid;codigo;nome;.*\r\n[^\r]*;'=1\+1;[^\r]*\r\n$/);
  const again = await upload('/clients/import', Uint8Array.from(bytes));
  expect(again.json.data).toEqual({ criados: 0, atualizados: 0, inalterados: 1 });
  expect((await download(`/clients/export?search=${codigo}`, keys.b)).bytes.toString()).not.toContain(codigo);
  expectError(await b.get('/clients/export?formato=pdf'), 400);
});

test('[BULK-06] sales, products and representadas too, also as a sheet', async () => {
  const { pedido } = await createSale(await createParties());
  expect((await download('/sales/export')).bytes.toString()).toContain(pedido);
  for (const path of ['/sales', '/clients', '/products', '/representadas']) {
    const { headers, bytes } = await download(`${path}/export?formato=xlsx`);
    expect(headers.get('content-type')).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    expect(bytes.toString('latin1', 0, 2)).toBe('PK');
    // Its length is not known before it is written.
    const head = await fetch(`${baseUrl}${prefix}${path}/export`, { method: 'HEAD', headers: { 'x-api-key': keys.a } });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, null]);
  }
});

test('[BULK-07] an export has the order of its list and refuses what the list refuses', async () => {
  const parties = await createParties();
  const sales = [
    await createSale(parties, { data: '2026-01-02' }),
    await createSale(parties, { data: '2026-01-03' }),
    await createSale(parties, { data: '2026-01-01' }),
  ];
  const { bytes } = await download(`/sales/export?cliente_id=${parties.clienteId}&ordenar=data`);
  const lines = bytes.toString().trimEnd().split('\r\n').slice(1);
  expect(lines.map((line) => line.slice(0, 36))).toEqual([2, 0, 1].map((n) => sales[n]?.id));
  for (const query of ['ordenar=nome', 'data_de=2026-02-02&data_ate=2026-02-01', 'valor_min=2&valor_max=1'])
    expectError(await a.get(`/sales/export?${query}`), 400, 'Dados de entrada inválidos');
  expectError(await a.get('/products/export?representada_id=x'), 400, 'Dados de entrada inválidos');
});
