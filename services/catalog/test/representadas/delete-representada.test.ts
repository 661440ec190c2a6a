import { setTimeout as pause } from 'node:timers/promises';
import { productBody, representadaBody, startStopwatch, until } from '@representa/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Answer, type Api, type Catalog, startCatalog } from '../catalog.ts';

let catalog: Catalog;
let api: Api;

beforeAll(async () => {
  catalog = await startCatalog();
  api = catalog.empresa();
});
afterAll(() => catalog.stop());
afterEach(() => {
  catalog.sales.mute = false;
  catalog.sales.beforeFence = undefined;
});

const create = async (): Promise<string> => (await api.post('/representadas', representadaBody())).body.data.id;
const pathOf = (id: string): string => `/representadas/${id}`;

const addProduct = async (representada_id: string): Promise<string> => {
  const { status, body } = await api.post('/products', productBody({ representada_id }));
  expect(status).toBe(201);
  return body.data.id;
};

const said = ({ status, body }: Answer): unknown[] => [status, body];
const deleted = [200, { success: true, message: 'Representada deletada com sucesso' }];
const missing = [404, { error: 'Representada não encontrada' }];
const unavailable = [503, { error: 'Serviço indisponível' }];
const hasSales = (n: number) => [
  409,
  { error: `Representada possui ${n} venda(s) associada(s) e não pode ser deletada` },
];
const hasProducts = (n: number) => [
  409,
  { error: `Representada possui ${n} produto(s) associado(s) e não pode ser deletada` },
];

const isPending = async (id: string): Promise<boolean> => {
  const [record] = await catalog.sql`select delete_pending from representada where id = ${id}`;
  return record?.delete_pending;
};

/** The record can be changed, found, given to a product and sold. */
const expectUsable = async (id: string): Promise<void> => {
  expect(catalog.sales.isFenced(id)).toBe(false);
  expect(await catalog.sales.find(api.empresa_id, id)).toMatchObject({ nome: 'Indústria Aurora' });
  expect((await api.put(pathOf(id), { observacao: 'still here' })).status).toBe(200);
  const product = await addProduct(id);
  expect((await api.put(`/products/${product}`, { representada_id: null })).status).toBe(200);
};

const expectGone = async (id: string): Promise<void> => {
  expect(said(await api.put(pathOf(id), {}))).toEqual(missing);
  expect(said(await api.post('/products', productBody({ representada_id: id })))).toEqual(missing);
  expect(await catalog.sales.find(api.empresa_id, id)).toBeNull();
  expect(catalog.sales.isFenced(id)).toBe(true);
};

test('what nothing refers to is deleted for good', async () => {
  const id = await create();
  expect(said(await api.delete(pathOf(id)))).toEqual(deleted);
  await expectGone(id);
  expect(said(await api.delete(pathOf(id)))).toEqual(missing);
});

test('sales refuse a delete, say how many they are, and nothing changes', async () => {
  const id = await create();
  catalog.sales.of(id).sales = 3;
  expect(said(await api.delete(pathOf(id)))).toEqual(hasSales(3));
  expect(await isPending(id)).toBe(false);
  await expectUsable(id);
  catalog.sales.of(id).sales = 0;
  expect(said(await api.delete(pathOf(id)))).toEqual(deleted);
});

test('payments and adjustments of its commissions refuse a delete, and are not called sales', async () => {
  const id = await create();
  Object.assign(catalog.sales.of(id), { sales: 2, counted: 'commissions' });
  expect(said(await api.delete(pathOf(id)))).toEqual([
    409,
    { error: 'Representada possui 2 pagamento(s) ou ajuste(s) de comissões e não pode ser deletada' },
  ]);
  await expectUsable(id);
});

test('products refuse a delete before it is fenced: the record can be sold all the while', async () => {
  const id = await create();
  const products = [await addProduct(id), await addProduct(id)];
  const fenced: string[] = [];
  catalog.sales.beforeFence = async (one) => void fenced.push(one);
  expect(said(await api.delete(pathOf(id)))).toEqual(hasProducts(2));
  expect([fenced, await isPending(id)]).toEqual([[], false]);
  await expectUsable(id);
  for (const product of products) await api.put(`/products/${product}`, { representada_id: null });
  expect(said(await api.delete(pathOf(id)))).toEqual(deleted);
});

test('with both, the sales are told', async () => {
  const id = await create();
  await addProduct(id);
  catalog.sales.of(id).sales = 1;
  expect(said(await api.delete(pathOf(id)))).toEqual(hasSales(1));
  catalog.sales.of(id).sales = 0;
  expect(said(await api.delete(pathOf(id)))).toEqual(hasProducts(1));
});

test("another company's delete does not reach the record", async () => {
  const id = await create();
  expect(said(await catalog.empresa().delete(pathOf(id)))).toEqual(missing);
  await expectUsable(id);
});

test('of ten deletes at a time one deletes, and the others find nothing', async () => {
  const id = await create();
  const answers = await Promise.all(Array.from({ length: 10 }, () => api.delete(pathOf(id))));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([200, ...Array(9).fill(404)]);
  await expectGone(id);
});

test('of ten refused deletes at a time each says why', async () => {
  const [sold, used] = [await create(), await create()];
  catalog.sales.of(sold).sales = 2;
  await addProduct(used);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => [api.delete(pathOf(sold)), api.delete(pathOf(used))]).flat(),
  );
  expect(answers.map(said)).toEqual(
    Array(10)
      .fill([hasSales(2), hasProducts(1)])
      .flat(),
  );
  for (const id of [sold, used]) {
    await until('no delete is pending', async () => !(await isPending(id)));
    await expectUsable(id);
  }
});

test('a product that appears after the delete began refuses it, and by its answer the record can be sold again', async () => {
  const id = await create();
  catalog.sales.beforeFence = async () => void (await addProduct(id));
  expect(said(await api.delete(pathOf(id)))).toEqual(hasProducts(1));
  expect(await isPending(id)).toBe(false);
  await expectUsable(id);
});

test('an update after the delete began refuses the version that was read, and by its answer the record can be sold again', async () => {
  const id = await create();
  catalog.sales.beforeFence = async () => void (await api.put(pathOf(id), { cidade: 'Santos' }));
  const { status } = await api.delete(pathOf(id), { 'if-match': '"1"' });
  expect([status, catalog.sales.isFenced(id), await isPending(id)]).toEqual([412, false, false]);
  await expectUsable(id);
});

const untilSomebodyWaitsIn = (statement: string): Promise<void> =>
  until(`a statement with ${statement} waits for a lock`, async () => {
    const [waiting] = await catalog.sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like ${`%${statement}%`}`;
    return waiting !== undefined;
  });

test('a delete waits for a product that is being created, and is refused', async () => {
  const id = await create();
  const deleting = await catalog.sql.begin(async (transaction) => {
    await transaction`
      with numbered as (
        insert into change_sequence as existing (empresa_id, last) values (${api.empresa_id}, 1)
          on conflict (empresa_id) do update set last = existing.last + 1 returning last
      )
      insert into product (empresa_id, id, nome, preco, ativo, representada_id, created_at, updated_at, change)
      select ${api.empresa_id}, ${`P-${id}`}, 'Produto', 1, true, ${id}, now(), now(), last from numbered`;
    const answer = api.delete(pathOf(id));
    await untilSomebodyWaitsIn('delete representada');
    return { answer };
  });
  expect(said(await deleting.answer)).toEqual(hasProducts(1));
  await expectUsable(id);
});

test('a product that waits for a delete finds the record gone', async () => {
  const id = await create();
  const { body } = await api.post('/products', productBody());
  const waiting = await catalog.sql.begin(async (transaction) => {
    await transaction`delete from representada where id = ${id}`;
    const answers = [
      api.post('/products', productBody({ representada_id: id })),
      api.put(`/products/${body.data.id}`, { representada_id: id }),
    ];
    await untilSomebodyWaitsIn('insert product');
    await untilSomebodyWaitsIn('update product');
    return { answers };
  });
  for (const answer of waiting.answers) expect(said(await answer)).toEqual(missing);
});

test('products and a delete at a time never leave a product without its representada', async () => {
  const delayed = (ms: number, send: () => Promise<Answer>): Promise<Answer> => pause(ms).then(send);
  for (let round = 0; round < 60; round += 1) {
    const id = await create();
    const { body } = await api.post('/products', productBody());
    const [removal, ...uses] = await Promise.all([
      api.delete(pathOf(id)),
      delayed(round % 20, () => api.post('/products', productBody({ representada_id: id }))),
      delayed((round * 7) % 20, () => api.put(`/products/${body.data.id}`, { representada_id: id })),
    ]);
    if (removal.status === 200) {
      expect(uses.map(said)).toEqual([missing, missing]);
    } else {
      expect([removal.status, ...uses.map(({ status }) => status)]).toEqual([409, 201, 200]);
      expect(catalog.sales.isFenced(id)).toBe(false);
    }
  }
});

test('creations, changes and deletes at a time do not stand in each other’s way', async () => {
  const ids = await Promise.all(Array.from({ length: 15 }, create));
  const answers = await Promise.all(
    ids.flatMap((id, n) => [
      api.delete(pathOf(id)),
      api.put(pathOf(id), { ativo: n % 2 === 0, nome: `Boreal ${n}` }),
      api.put(pathOf(id), { ativo: n % 2 === 1 }),
      api.post('/representadas', representadaBody()),
    ]),
  );
  expect(answers.filter(({ status }) => ![200, 201, 404].includes(status)).map(said)).toEqual([]);
});

test('sales that does not answer makes a 503 in time, and the record is whole when it is back', async () => {
  const id = await create();
  catalog.sales.mute = true;
  const elapsedMs = startStopwatch();
  const answer = await api.delete(pathOf(id));
  expect(said(answer)).toEqual(unavailable);
  expect(answer.headers['retry-after']).toBe('1');
  expect(elapsedMs()).toBeLessThan(2_000);
  await expectUsable(id);

  catalog.sales.mute = false;
  await until('the delete has been taken back', async () => !(await isPending(id)), 15_000);
  await expectUsable(id);
  expect(said(await api.delete(pathOf(id)))).toEqual(deleted);
});

test('sales that hears the fence and falls silent leaves no fence behind', async () => {
  const id = await create();
  catalog.sales.beforeFence = async () => {
    await addProduct(id);
    catalog.sales.mute = true;
  };
  const elapsedMs = startStopwatch();
  expect(said(await api.delete(pathOf(id)))).toEqual(hasProducts(1));
  expect(elapsedMs()).toBeLessThan(2_000);
  expect(catalog.sales.isFenced(id)).toBe(true);

  catalog.sales.beforeFence = undefined;
  catalog.sales.mute = false;
  await until('the delete has been taken back', async () => !(await isPending(id)), 15_000);
  await expectUsable(id);
});

test('sales that does not say how many they are leaves a delete that products refuse unanswered', async () => {
  const id = await create();
  await addProduct(id);
  catalog.sales.mute = true;
  expect(said(await api.delete(pathOf(id)))).toEqual(unavailable);
  await expectUsable(id);
});

test('without NATS a delete is a 503, and all else is served', async () => {
  const id = await create();
  await catalog.stack.nats.stop();
  try {
    const elapsedMs = startStopwatch();
    expect(said(await api.delete(pathOf(id)))).toEqual(unavailable);
    expect(elapsedMs()).toBeLessThan(2_000);
    expect((await api.get('/representadas')).body.data[0].id).toBe(id);
    expect((await api.put(pathOf(id), { ativo: false })).status).toBe(200);
    await addProduct(id);
  } finally {
    await catalog.stack.nats.start();
  }
  await until('the delete has been taken back', async () => !(await isPending(id)), 15_000);
  await until('sales hears again', () => catalog.sales.connected);
  expect(said(await api.delete(pathOf(id)))).toEqual(hasProducts(1));
  await expectUsable(id);
});

test('a delete that fails is told as such, and the record stays', async () => {
  const id = await create();
  await catalog.sql`alter function has_no_products rename to broken`;
  try {
    expect(said(await api.delete(pathOf(id)))).toEqual([500, { error: 'Erro ao deletar representada' }]);
  } finally {
    await catalog.sql`alter function broken rename to has_no_products`;
  }
  await until('the delete has been taken back', async () => !(await isPending(id)), 15_000);
  await expectUsable(id);
  expect(said(await api.delete(pathOf(id)))).toEqual(deleted);
});

test('a list that fails is an internal error', async () => {
  await catalog.sql`alter table record_counter rename to broken`;
  try {
    expect(said(await api.get('/representadas'))).toEqual([500, { error: 'Erro interno' }]);
  } finally {
    await catalog.sql`alter table broken rename to record_counter`;
  }
});
