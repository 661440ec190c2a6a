import { beforeAll, describe, expect, test } from 'vitest';
import { a } from './api.ts';
import { expectError, expectFieldError, fieldErrors } from './expectations.ts';
import { createParties, createSale, item, type Parties, type Sale, saleBody, times } from './records.ts';
import type { Reply } from './reply.ts';

let parties: Parties;
beforeAll(async () => {
  parties = await createParties();
});

/** Takes numbers as text, so that JavaScript does not round them before they are sent. */
const sell = (...pairs: [quantidade: string, valorUnitario: string][]): Promise<Reply<Sale>> => {
  const itens = pairs.map(([q, v]) => `{"produtoId":"P","quantidade":${q},"valorUnitario":${v}}`);
  const body = JSON.stringify(saleBody(parties, { itens: 'ITENS' })).replace('"ITENS"', `[${itens}]`);
  return a.send('POST', '/sales', { headers: { 'content-type': 'application/json' }, body });
};

describe('money is exact', () => {
  test.each([
    ['3', '0.1', 0.3],
    ['3', '0.10', 0.3],
    ['1', '1.005', 1.01],
    ['1', '1.015', 1.02],
    ['2.5', '4.39', 10.98],
    ['1', '8.345', 8.35],
    ['1.1', '1.1', 1.21],
    ['0.07', '100', 7],
    ['1', '4.35', 4.35],
    ['100', '1.15', 115],
    ['1', '0.004', 0],
    ['1', '0.005', 0.01],
    ['1e2', '1.5e-1', 15],
    ['1', '0.1000000000000000055511151231257827', 0.1],
    ['123456', '1234.56', 152413839.36],
    ['999999.999999', '1', 1000000],
  ])('[MONEY-01] %s × %s is %s', async (quantidade, valorUnitario, total) => {
    const { status, json, text } = await sell([quantidade, valorUnitario]);
    expect(status, text).toBe(201);
    expect(json.data.itens[0]?.valor_total).toBe(total);
    expect(json.data.valor_total).toBe(total);
  });

  test.each([
    ['1.0000005', 1.000001, 1000],
    ['1.00000049', 1, 1000],
    ['0.0000005', 0.000001, 0],
    ['2.1234564999', 2.123456, 2123.46],
    ['2.1234565', 2.123457, 2123.46],
    ['0.0000055', 0.000006, 0.01],
  ])('[MONEY-02] %s is stored with six decimals, half up: %s', async (written, kept, thousandfold) => {
    const { status, json, text } = await sell([written, '1000'], ['1', written]);
    expect(status, text).toBe(201);
    expect(json.data.itens[0]?.quantidade).toBe(kept);
    expect(json.data.itens[1]?.valor_unitario).toBe(kept);
    expect(json.data.itens[0]?.valor_total).toBe(thousandfold);
  });

  test('[MONEY-03] the total is the sum of the rounded items', async () => {
    const { json } = await sell(['1', '0.005'], ['1', '0.005'], ['1', '0.005']);
    expect(json.data.itens.map(({ valor_total }) => valor_total)).toEqual([0.01, 0.01, 0.01]);
    expect(json.data.valor_total).toBe(0.03);
    const cents = await sell(...times(100, (): [string, string] => ['1', '0.1']));
    expect(cents.json.data.valor_total).toBe(10);
  });

  test.each(['1e100', '1e300', '1e400'])('[MONEY-04] %s is above the maximum: a 400', async (huge) => {
    expectFieldError(await sell([huge, '1']), 'itens.0.quantidade');
    expectFieldError(await sell(['1', huge]), 'itens.0.valorUnitario');
  });

  test.each(['1e-7', '0.0000004999', '1e-300', '1e-400'])(
    '[MONEY-05] %s would be stored as zero: a 400',
    async (tiny) => {
      expectError(await sell([tiny, '1']), 400);
      expectFieldError(await sell(['1', tiny]), 'itens.0.valorUnitario');
    },
  );

  test('[MONEY-06] large amounts are exact or refused, never a 500', async () => {
    for (const power of times(16, (i) => i + 1)) {
      const reply = await sell([`1e${power}`, `1e${power}`]);
      if (reply.status === 201) expect(reply.json.data.valor_total).toBe(Number(`1e${2 * power}`));
      else expectError(reply, 400);
    }
    for (const power of [5, 9, 12, 15]) {
      const reply = await sell(...times(1_000, (): [string, string] => [`1e${power}`, '1']));
      if (reply.status === 201) expect(reply.json.data.valor_total).toBe(Number(`1e${power + 3}`));
      else expectError(reply, 400);
    }
  });
});

describe('status', () => {
  test('[STATUS-01] is PAGA when omitted', async () => {
    expect((await createSale(parties)).status).toBe('PAGA');
  });

  test.each([
    ...['PAGA', 'AGUARDANDO PAGAMENTO', 'CANCELADA', 'ENVIADA', 'ENTREGUE'],
    ...['Pedido', 'Faturado', 'Enviado', 'Entregue', 'Cancelado', 'Em processamento'],
  ])('[STATUS-02] %s is accepted and stored as sent', async (status) => {
    expect((await createSale(parties, { status })).status).toBe(status);
  });

  test.for(['paga', 'PEDIDO', 'em processamento', 'Pago', 'DESCONHECIDA', '', 'constructor', 7, true, {}, []])(
    '[STATUS-03] %j is refused',
    async (status) => {
      expect(Object.keys(fieldErrors(await a.post('/sales', saleBody(parties, { status }))))).toEqual(['status']);
    },
  );
});

const dateIn = (timeZone: string, days = 0): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(Date.now() + days * 86_400_000);
const saoPaulo = 'America/Sao_Paulo';

describe('sale date', () => {
  test('[DATE-01] is today in São Paulo when omitted', async () => {
    const before = dateIn(saoPaulo);
    const { data } = await createSale(parties);
    expect([before, dateIn(saoPaulo)]).toContain(data);
  });

  test.each(['2020-02-29', '1999-12-31', '2026-01-01'])('[DATE-02] %s is stored as sent', async (data) => {
    expect((await createSale(parties, { data })).data).toBe(data);
  });

  test('[DATE-03] today is accepted, in São Paulo and in UTC', async () => {
    for (const data of [dateIn(saoPaulo), dateIn('UTC')]) expect((await createSale(parties, { data })).data).toBe(data);
  });

  test('[DATE-04] a day that is later than today in both is refused', async () => {
    for (const data of [dateIn('UTC', 1), dateIn('UTC', 2), dateIn('UTC', 400), '9999-12-31']) {
      expect(Object.keys(fieldErrors(await a.post('/sales', saleBody(parties, { data }))))).toEqual(['data']);
    }
  });

  test.each(['2026-02-30', '2025-02-29', '2026-13-01', '2026-00-10', '2026-01-00', '2026-04-31', '0000-01-01'])(
    '[DATE-05] %s, which does not exist, is refused',
    async (data) => {
      expect(Object.keys(fieldErrors(await a.post('/sales', saleBody(parties, { data }))))).toEqual(['data']);
    },
  );

  test.for([
    '2026-1-5',
    '05/01/2026',
    '20260105',
    '2026-01-05T00:00:00Z',
    '26-01-05',
    'hoje',
    '',
    '+002026-01-05',
    '２０２６-01-05',
    20260105,
    true,
    {},
  ])('[DATE-06] %j, which is not a date, is refused', async (data) => {
    expect(Object.keys(fieldErrors(await a.post('/sales', saleBody(parties, { data }))))).toEqual(['data']);
  });
});

describe('item fields', () => {
  test.each([
    ['quantidade', '2'],
    ['quantidade', true],
    ['quantidade', null],
    ['quantidade', [1]],
    ['valorUnitario', '2'],
    ['valorUnitario', null],
    ['valorUnitario', {}],
    ['produtoId', 7],
    ['produtoId', null],
    ['produtoId', ['x']],
  ])('[ITEM-01] %s as %j is refused under its dotted path', async (field, value) => {
    const itens = [item(), { ...item(), [field]: value }];
    expect(Object.keys(fieldErrors(await a.post('/sales', saleBody(parties, { itens }))))).toEqual([
      `itens.1.${field}`,
    ]);
  });

  test.each([[null], ['x'], [7], [[]]])('[ITEM-02] %j in place of an item is refused', async (one) => {
    const fields = Object.keys(fieldErrors(await a.post('/sales', saleBody(parties, { itens: [one] }))));
    expect(fields.length).toBeGreaterThan(0);
    for (const field of fields) expect(field).toMatch(/^itens\.0(\.|$)/);
  });

  test.for(['x', 7, {}, null, true])('[ITEM-03] itens as %j is refused', async (itens) => {
    expect(Object.keys(fieldErrors(await a.post('/sales', saleBody(parties, { itens }))))).toEqual(['itens']);
  });

  test.for([7, 'abc', '', null, true, {}, '01900000-0000-7000-8000-00000000000'])(
    '[ITEM-04] clienteId and representadaId as %j are refused',
    async (id) => {
      const reply = await a.post('/sales', saleBody({ clienteId: id, representadaId: id } as unknown as Parties));
      expect(Object.keys(fieldErrors(reply)).sort()).toEqual(['clienteId', 'representadaId']);
    },
  );

  test.for([7, true, {}, []])('[ITEM-05] pedido as %j is refused', async (pedido) => {
    expect(Object.keys(fieldErrors(await a.post('/sales', saleBody(parties, { pedido }))))).toEqual(['pedido']);
  });
});
