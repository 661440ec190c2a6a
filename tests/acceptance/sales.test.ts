import { eachPage } from '@representa/client';
import { beforeAll, describe, expect, test } from 'vitest';
import { a } from './api.ts';
import { expectError, expectMembers, expectTimestamp, fieldErrors, members, required, uuid } from './expectations.ts';
import {
  createClient,
  createParties,
  createProduct,
  createRepresentada,
  createSale,
  item,
  type Parties,
  type Sale,
  type SaleSummary,
  saleBody,
  times,
  unknownId,
  word,
} from './records.ts';

let parties: Parties;
beforeAll(async () => {
  parties = await createParties();
});

/** Searches the first pages: the list has no filter, and other tests create sales at the same time. */
const findInList = async (id: string): Promise<SaleSummary | undefined> => {
  for await (const { data, page } of eachPage(a.client, '/api/v1/sales', { params: { query: { limit: 100 } } })) {
    const found = data.find((sale) => sale.id === id);
    if (found || page === 4) return found;
  }
  return undefined;
};

describe('creating a sale', () => {
  test('[SALE-01] answers 201 with exactly the sale and its items in order', async () => {
    const pedido = word();
    const itens = [item(2, 5, 'B-1'), item(1, 10, 'A-1')];
    const reply = await a.post<Sale>(
      '/sales',
      saleBody(parties, { pedido, data: '2026-01-15', status: 'ENVIADA', itens }),
    );
    expect(reply.status, reply.text).toBe(201);
    expectMembers(reply.json, members.record);
    expect(reply.json.success).toBe(true);
    const sale = reply.json.data;
    expectMembers(sale, members.sale);
    for (const one of sale.itens) expectMembers(one, members.saleItem);
    expect(sale).toMatchObject({
      pedido,
      data: '2026-01-15',
      cliente_id: parties.clienteId,
      representada_id: parties.representadaId,
      status: 'ENVIADA',
      valor_total: 20,
      itens: [
        { produto_id: 'B-1', quantidade: 2, valor_unitario: 5, valor_total: 10 },
        { produto_id: 'A-1', quantidade: 1, valor_unitario: 10, valor_total: 10 },
      ],
    });
    expect(sale.id).toMatch(uuid);
    expectTimestamp(sale.created_at);
  });

  test('[SALE-02] reports exactly the missing required fields, with `Campo obrigatório`', async () => {
    expect(fieldErrors(await a.post('/sales', {}))).toEqual({
      clienteId: required,
      representadaId: required,
      itens: required,
    });
    expect(fieldErrors(await a.post('/sales', { ...saleBody(parties), clienteId: undefined }))).toEqual({
      clienteId: required,
    });
  });

  test('[SALE-03] needs at least one item, and reports a missing field of an item by its dotted path', async () => {
    expect(fieldErrors(await a.post('/sales', saleBody(parties, { itens: [] })))).toEqual({
      itens: 'Deve conter pelo menos um item',
    });
    expect(fieldErrors(await a.post('/sales', saleBody(parties, { itens: [item(), {}] })))).toEqual({
      'itens.1.produtoId': required,
      'itens.1.quantidade': required,
      'itens.1.valorUnitario': required,
    });
  });

  test('[SALE-04] ignores totals that the caller sends', async () => {
    const sale = await createSale(parties, {
      valor_total: 1,
      valorTotal: 1,
      total: 1,
      itens: [{ ...item(2, 3), valor_total: 1, valorTotal: 1 }],
    });
    expect(sale.valor_total).toBe(6);
    expect(sale.itens[0]?.valor_total).toBe(6);
  });

  test.each([0, -1, -0.5, -0])(
    '[SALE-05] quantidade %s alone is `Quantidade deve ser maior que zero`',
    async (quantidade) => {
      const json = JSON.stringify(saleBody(parties, { itens: [item('Q')] })).replace(
        '"Q"',
        Object.is(quantidade, -0) ? '-0' : `${quantidade}`,
      );
      const headers = { 'content-type': 'application/json' };
      expectError(await a.send('POST', '/sales', { headers, body: json }), 400, 'Quantidade deve ser maior que zero');
    },
  );

  test('[SALE-06] a bad quantidade beside other errors is one of the details', async () => {
    const reply = await a.post('/sales', { representadaId: parties.representadaId, itens: [item(1), item(0)] });
    expect(Object.keys(fieldErrors(reply)).sort()).toEqual(['clienteId', 'itens.1.quantidade']);
    const both = await a.post('/sales', saleBody(parties, { itens: [item(0, 0)] }));
    expect(Object.keys(fieldErrors(both)).sort()).toEqual(['itens.0.quantidade', 'itens.0.valorUnitario']);
  });

  test.each([0, -1, -0.01])('[SALE-07] valorUnitario %s is refused', async (valorUnitario) => {
    const reply = await a.post('/sales', saleBody(parties, { itens: [item(1, valorUnitario)] }));
    expect(Object.keys(fieldErrors(reply))).toEqual(['itens.0.valorUnitario']);
  });

  test('[SALE-08] an unknown client or representada is a 404 with its message', async () => {
    const body = saleBody(parties);
    // Some validators refuse UUIDs without a known version.
    for (const id of [unknownId(), '00000000-0000-0000-0000-000000000000', '11111111-1111-1111-1111-111111111111']) {
      expectError(await a.post('/sales', { ...body, clienteId: id }), 404, 'Cliente não encontrado ou inativo');
      expectError(await a.post('/sales', { ...body, representadaId: id }), 404, 'Representada não encontrada');
    }
  });

  test('[SALE-09] an inactive client cannot buy until it is active again', async () => {
    const client = await createClient({ ativo: false });
    const body = saleBody({ ...parties, clienteId: client.id });
    expectError(await a.post('/sales', body), 404, 'Cliente não encontrado ou inativo');
    await a.put(`/clients/${client.id}`, { ativo: true });
    expect((await a.post('/sales', body)).status).toBe(201);
    await a.put(`/clients/${client.id}`, { ativo: false });
    expectError(await a.post('/sales', body), 404, 'Cliente não encontrado ou inativo');
  });

  test('[SALE-10] products need not exist or be active, the representada need not be active', async () => {
    const product = await createProduct({ ativo: false });
    const representada = await createRepresentada({ ativo: false });
    const itens = [item(1, 1, product.id), item(1, 1, word())];
    const sale = await createSale({ ...parties, representadaId: representada.id }, { itens });
    expect(sale.itens.map(({ produto_id }) => produto_id)).toEqual(itens.map(({ produtoId }) => produtoId));
  });

  test('[SALE-11] a taken pedido is a 409, and is free after its sale was deleted', async () => {
    const sale = await createSale(parties, { pedido: `  ${word()} ` });
    expect(sale.pedido).toBe(sale.pedido.trim());
    expectError(await a.post('/sales', saleBody(parties, { pedido: sale.pedido })), 409);
    await a.delete(`/sales/${sale.id}`);
    expect((await createSale(parties, { pedido: sale.pedido })).pedido).toBe(sale.pedido);
  });

  test('[SALE-12] a sale has up to 1,000 items', async () => {
    const sale = await createSale(parties, { itens: times(1_000, (i) => item(1, 0.01, `P-${i}`)) });
    expect(sale.itens.map(({ produto_id }) => produto_id)).toEqual(times(1_000, (i) => `P-${i}`));
    expect(sale.valor_total).toBe(10);
    const reply = await a.post('/sales', saleBody(parties, { itens: times(1_001, () => item()) }));
    expect(Object.keys(fieldErrors(reply))).toEqual(['itens']);
  });
});

describe('listing sales', () => {
  test('[SALE-20] shows a summary of each sale, with names and without items', async () => {
    const client = await createClient({ nome: 'Padaria Três Irmãos' });
    const representada = await createRepresentada({ nome: 'Fábrica Ipê' });
    const sale = await createSale({ clienteId: client.id, representadaId: representada.id }, { data: '2026-02-28' });
    const listed = await findInList(sale.id);
    expectMembers(listed ?? {}, members.saleSummary);
    const { itens, ...rest } = sale;
    expect(itens).toHaveLength(1);
    expect(listed).toMatchObject({ ...rest, cliente_nome: 'Padaria Três Irmãos', representada_nome: 'Fábrica Ipê' });
    expectTimestamp(listed?.updated_at ?? '');
  });

  test('[SALE-21] shows a new name at once after a rename', async () => {
    const sale = await createSale(parties);
    for (const nome of [word(), word(), word()]) {
      await Promise.all([
        a.put(`/clients/${parties.clienteId}`, { nome: `c ${nome}` }),
        a.put(`/representadas/${parties.representadaId}`, { nome: `r ${nome}` }),
      ]);
      expect(await findInList(sale.id)).toMatchObject({ cliente_nome: `c ${nome}`, representada_nome: `r ${nome}` });
    }
    const next = await createSale(parties);
    const before = await findInList(sale.id);
    const names = { cliente_nome: before?.cliente_nome, representada_nome: before?.representada_nome };
    expect(await findInList(next.id)).toMatchObject(names);
  });
});

describe('deleting a sale', () => {
  test('[SALE-30] answers with success and a message; the sale no longer exists', async () => {
    const sale = await createSale(parties);
    const reply = await a.delete(`/sales/${sale.id}`);
    expect(reply.status).toBe(200);
    expectMembers(reply.json, members.deleted);
    expect(reply.json).toMatchObject({ success: true, message: expect.stringMatching(/\S/) });
    expect(await findInList(sale.id)).toBeUndefined();
    expectError(await a.delete(`/sales/${sale.id}`), 404, 'Venda não encontrada');
  });

  test('[SALE-31] an unknown sale is `Venda não encontrada`', async () => {
    expectError(await a.delete(`/sales/${unknownId()}`), 404, 'Venda não encontrada');
  });
});
