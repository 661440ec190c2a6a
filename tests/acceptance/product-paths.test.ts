import { expect, test } from 'vitest';
import { a, prefix } from './api.ts';
import { expectError, expectIssue } from './expectations.ts';
import { keyedJson, sendRaw } from './raw.ts';
import { createProduct, type Product, productBody, word } from './records.ts';

/** Sends the path unchanged: fetch would resolve dots and encode letters. */
const put = (path: string) =>
  sendRaw<Product>({
    method: 'PUT',
    path: `${prefix}/products/${path}`,
    headers: keyedJson(),
    body: JSON.stringify({ preco: 7 }),
  });

const characters = [
  'A/B',
  '/A',
  'A/',
  'A B',
  '100%',
  '%41',
  '%2F',
  'Açaí',
  '日本',
  '😀',
  'A+B',
  'A?B=C',
  'A#B',
  'A&B',
  'A"B',
  "A'B",
];
const moreCharacters = [
  'A\\B',
  'A;B',
  'A:B',
  'A,B',
  'A@B',
  'A=B',
  '<A>',
  '{A}',
  '[A]',
  'A|B',
  'A^B',
  'A`B',
  '~A',
  '$A',
  '*',
  '!',
  '(A)',
  'A..B',
  '../A',
];

test.each([...characters, ...moreCharacters])(
  '[PATH-01] a product id with %s is found by its encoded path',
  async (part) => {
    const id = `${part}${word()}`;
    expect((await createProduct({ id })).id).toBe(id);
    const reply = await put(encodeURIComponent(id));
    expect(reply.status, reply.text).toBe(200);
    expect(reply.json.data).toMatchObject({ id, preco: 7 });
  },
);

test('[PATH-02] percent-encoding works in upper and lower case, also for characters that need none', async () => {
  const { id } = await createProduct({ id: `é/${word()}` });
  const lower = encodeURIComponent(id).replace(/%../g, (hex) => hex.toLowerCase());
  const every = Buffer.from(id).reduce((path, byte) => `${path}%${byte.toString(16).padStart(2, '0')}`, '');
  for (const path of [lower, every]) expect((await put(path)).json.data.id).toBe(id);
});

test('[PATH-03] ids differ by case and by accents', async () => {
  const { id } = await createProduct({ id: `aç${word()}` });
  expectError(await put(encodeURIComponent(id.toUpperCase())), 404, 'Produto não encontrado');
  expectError(await put(encodeURIComponent(id.replace('ç', 'c'))), 404, 'Produto não encontrado');
});

test('[PATH-04] a raw accent, or a byte that is not UTF-8, is found or refused, never a 500', async () => {
  const { id } = await createProduct({ id: `café-${word()}` });
  const raw = await put(id);
  if (raw.status === 200) expect(raw.json.data.id).toBe(id);
  else expect([400, 404]).toContain(raw.status);
  for (const path of ['caf%e9', '%ff%fe', '%c3', '%ed%a0%80', '%f8%88%80%80%80']) {
    expect([400, 404]).toContain((await put(path)).status);
  }
});

test('[PATH-05] a raw slash is a 404 or finds the product; a raw question mark ends the path', async () => {
  const name = word();
  await createProduct({ id: `${name}/B` });
  const slash = await put(`${name}/B`);
  if (slash.status !== 200) expectError(slash, 404);
  expectIssue(await put(`${name}?/B`), '/B');
});

test.each(['%', '%ZZ', '%2', 'A%', '%%', '%u0041', '%00', 'A%00B'])(
  '[PATH-06] %s in a path is refused, never a 500',
  async (path) => {
    expect([400, 404]).toContain((await put(path)).status);
  },
);

test.each([
  '..%2F..%2F..%2Fhealthz',
  '..%2freadyz',
  '%2e%2e%2freadyz',
  '..%5C..%5Chealthz',
  '%2e%2e%2f%2e%2e%2f%2e%2e%2fhealthz',
])('[PATH-07] %s does not reach another route', async (path) => {
  expectError(await put(path), 404, 'Produto não encontrado');
  const get = await sendRaw({ path: `${prefix}/products/${path}/x`, headers: keyedJson() });
  expect(get.status).toBe(404);
});

test.each([20, 50, 99, 100, 101, 150, 200, 255, 256, 500])(
  '[PATH-08] an id of %s characters that can be created can be updated',
  async (length) => {
    for (const letter of ['x', 'ç']) {
      const id = `${word()}${letter.repeat(length)}`.slice(0, length);
      const created = await a.post('/products', productBody({ id }));
      if (length <= 50) expect(created.status, created.text).toBe(201);
      if (created.status === 201) expect((await put(encodeURIComponent(id))).status).toBe(200);
      else expectError(created, 400);
    }
  },
);

test('[PATH-09] a very long path is refused', async () => {
  expect([400, 404, 414, 431]).toContain((await put('x'.repeat(12_000))).status);
});
