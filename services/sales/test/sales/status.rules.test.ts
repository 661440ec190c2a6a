import { expect, test } from 'vitest';
import {
  allowedAfter,
  mayChangeCode,
  mayChangeInstalments,
  mayChangeItems,
  milestones,
  statuses,
  stepOf,
} from '../../src/sales/status.rules.ts';

const open = ['Pedido', 'AGUARDANDO PAGAMENTO', 'Em processamento'];
const invoiced = ['Faturado', 'PAGA'];
const sent = ['Enviado', 'ENVIADA'];
const delivered = ['Entregue', 'ENTREGUE'];
const cancelled = ['Cancelado', 'CANCELADA'];

const items = { items: true, instalments: true, code: true };
const noItems = { ...items, items: false };
const noCode = { ...noItems, code: false };
const nothing = { ...noCode, instalments: false };

test.each([
  ['aberta', open, items, [...open, ...invoiced, ...sent, ...delivered, ...cancelled]],
  ['faturada', invoiced, noItems, [...invoiced, ...sent, ...delivered, ...cancelled]],
  ['enviada', sent, noItems, [...sent, ...delivered, ...cancelled]],
  ['entregue', delivered, noCode, [...delivered, ...cancelled]],
  ['cancelada', cancelled, nothing, cancelled],
])('%s: its spellings, what may change, and what may follow', (step, spellings, mayChange, next) => {
  for (const status of spellings) {
    expect(stepOf(status)).toBe(step);
    expect(allowedAfter(status)).toEqual(next);
    expect({
      items: mayChangeItems(status),
      instalments: mayChangeInstalments(status),
      code: mayChangeCode(status),
    }).toEqual(mayChange);
  }
});

test('every status belongs to a step', () => {
  expect(statuses).toEqual([...open, ...invoiced, ...sent, ...delivered, ...cancelled]);
});

test('a sale counts as invoiced from its invoice until it is cancelled, and as paid when its status says so', () => {
  const data = '2026-10-05';
  expect(milestones(undefined, data)).toEqual({});
  for (const status of [...open, ...cancelled]) expect(milestones(status, data)).toEqual({});
  for (const status of ['Faturado', ...sent, ...delivered])
    expect(milestones(status, data)).toEqual({ faturada_em: data });
  expect(milestones('PAGA', data)).toEqual({ pago_em: data, faturada_em: data });
});
