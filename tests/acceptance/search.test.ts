import { describe, expect, test } from 'vitest';
import { a, prefix } from './api.ts';
import { punctuated, randomAlphanumericCnpj, randomCnpj } from './documents.ts';
import { expectIssue } from './expectations.ts';
import { openapi } from './openapi.ts';
import { createClient, createProduct, createRepresentada, word } from './records.ts';

const search = async (path: string, text: string): Promise<string[]> => {
  const reply = await a.get<{ id: string }[]>(`${path}?limit=100&search=${encodeURIComponent(text)}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.json.data.map(({ id }) => id);
};

const resources = [
  { path: '/clients', create: (nome: string) => createClient({ nome }) },
  { path: '/products', create: (nome: string) => createProduct({ nome }) },
  { path: '/representadas', create: (nome: string) => createRepresentada({ nome }) },
];

describe.each(resources)('searching $path', ({ path, create }) => {
  test('[SEARCH-01] matches a part, ignoring case and accents', async () => {
    const tag = word();
    const accented = await create(`São João ${tag} da Conceição`);
    const plain = await create(`Sao Joao ${tag} da Conceicao`);
    const both = [plain.id, accented.id];
    for (const text of [
      `João ${tag} da con`,
      `JOAO ${tag.toUpperCase()}`,
      `joão ${tag}`,
      `${tag} DA CONCEIÇÃO`,
      tag.slice(2, 12),
    ]) {
      expect(await search(path, text), text).toEqual(both);
    }
    expect(await search(path, `${tag} de`)).toEqual([]);
  });

  test('[SEARCH-02] treats %, _ and \\ as ordinary characters', async () => {
    const tag = word();
    const names = [`${tag}50% off`, `${tag}50 off`, `${tag}a_b`, `${tag}axb`, `${tag}c\\d`, `${tag}cd`, `${tag}'"*(.)`];
    const ids: string[] = [];
    for (const name of names) ids.push((await create(name)).id);
    expect(await search(path, `${tag}50%`)).toEqual([ids[0]]);
    expect(await search(path, `${tag}50% off`)).toEqual([ids[0]]);
    expect(await search(path, `${tag}%`)).toEqual([]);
    expect(await search(path, `${tag}a_b`)).toEqual([ids[2]]);
    expect(await search(path, `${tag}__`)).toEqual([]);
    expect(await search(path, `${tag}c\\d`)).toEqual([ids[4]]);
    expect(await search(path, `${tag}c\\`)).toEqual([ids[4]]);
    expect(await search(path, `${tag}\\`)).toEqual([]);
    expect(await search(path, `${tag}'"*(.)`)).toEqual([ids[6]]);
    expect(await search(path, `${tag}.*`)).toEqual([]);
  });

  test('[SEARCH-03] works with a single character', async () => {
    const { id } = await create(`ж${word()}`);
    expect(await search(path, 'ж')).toContain(id);
    expect(await search(path, 'Ж')).toContain(id);
  });

  test('[SEARCH-04] without text lists everything', async () => {
    const { id } = await create(`Nome ${word()}`);
    expect(await search(path, '')).toContain(id);
    const parameters = openapi.paths[prefix + path]?.get?.parameters ?? [];
    expect(parameters.find(({ name }) => name === 'search')?.description).toMatch(
      /vazio, não há busca: todos os registros são mostrados$/,
    );
  });

  test('[SEARCH-05] with 5,000 characters is a 400', async () => {
    for (const letter of ['x', '1', '%']) {
      expectIssue(await a.get(`${path}?search=${encodeURIComponent(letter.repeat(5_000))}`), 'search');
    }
  });

  test('[SEARCH-06] without a match gives an empty page with a total of 0', async () => {
    expect((await a.get(`${path}?search=${word()}`)).json).toMatchObject({ data: [], total: 0, page: 1, limit: 20 });
  });
});

test('[SEARCH-10] clients are found by name, code, city and email, and by nothing else', async () => {
  const tag = word();
  const byName = await createClient({ nome: `Mercado ${tag}` });
  const byCode = await createClient({ codigo: `C-${tag}` });
  const byCity = await createClient({ cidade: `Vila ${tag}` });
  const byEmail = await createClient({ email: `ana.${tag}@exemplo.com` });
  await createClient({ endereco: `Rua ${tag}` });
  const { id } = await createClient();
  await a.put(`/clients/${id}`, { bairro: tag, observacao: tag });
  expect(await search('/clients', tag)).toEqual([byEmail, byCity, byCode, byName].map((one) => one.id));
});

test('[SEARCH-11] clients are found by their new name after an update', async () => {
  const [old, fresh] = [word(), word()];
  const { id } = await createClient({ nome: old });
  await a.put(`/clients/${id}`, { nome: fresh });
  expect(await search('/clients', old)).toEqual([]);
  expect(await search('/clients', fresh)).toEqual([id]);
});

test('[SEARCH-12] a generated code is found', async () => {
  const { id, codigo } = await createClient();
  expect(await search('/clients', codigo.toLowerCase())).toContain(id);
});

test('[SEARCH-20] representadas are found by name, CNPJ and city, and by nothing else', async () => {
  const tag = word();
  const byName = await createRepresentada({ nome: `Fábrica ${tag}` });
  const byCity = await createRepresentada({ cidade: `Vila ${tag}` });
  await createRepresentada({ endereco: tag, contato: tag, observacao: tag, email: `${tag}@exemplo.com` });
  expect(await search('/representadas', tag)).toEqual([byCity.id, byName.id]);
});

test.each([randomCnpj(), randomAlphanumericCnpj()])(
  '[SEARCH-21] the CNPJ %s is found whole or in part, with or without punctuation',
  async (cnpj) => {
    const { id } = await createRepresentada({ cnpj });
    const written = punctuated(cnpj);
    for (const text of [
      cnpj,
      written,
      written.toLowerCase(),
      written.slice(0, 12),
      cnpj.slice(0, 9),
      written.slice(3),
      cnpj.slice(2),
    ]) {
      expect(await search('/representadas', text), text).toContain(id);
    }
    expect(await search('/representadas', written)).toEqual([id]);
  },
);

test('[SEARCH-22] punctuation alone does not match a CNPJ', async () => {
  const { id } = await createRepresentada({ cnpj: randomCnpj(), nome: `Nome ${word()}` });
  for (const text of ['.', '-', '/', './-']) expect(await search('/representadas', text)).not.toContain(id);
});

test('[SEARCH-30] products are found by id, name and description (extension)', async () => {
  const tag = word();
  const byId = await createProduct({ id: `SKU/${tag}` });
  const byName = await createProduct({ nome: `Café ${tag}` });
  const byDescription = await createProduct({ descricao: `Torra ${tag}` });
  expect(await search('/products', tag)).toEqual([byDescription.id, byName.id, byId.id]);
});
