/** The company with data. Its key is public, so production refuses it. */
export const demoEmpresa = {
  id: '01900000-0000-7000-8000-00000000000d',
  nome: 'Representações Exemplo',
  key: 'demo-exemplo',
};

const kinds = ['key', 'client', 'representada', 'sale', 'receipt', 'payment', 'adjustment'] as const;

/** The id of the n-th record of a kind. Older than every generated id, so that new records come first in lists. */
export const demoId = (kind: (typeof kinds)[number], n: number): string =>
  `0193c000-0000-700${kinds.indexOf(kind) + 1}-8000-${String(n).padStart(12, '0')}`;

/** The code of a sale: its number at the representada. */
export const demoPedido = (n: number): string => `${['AUR', 'SER', 'VAL'][n % 3]}-${1000 + n}`;

/** Aurora's, invoiced, with open instalments. */
const sale = 231;

/** The records that the examples of the document name. Each can be sent as it stands, in any order. */
export const exampleIds = {
  key: demoId('key', 1),
  keyToRotate: demoId('key', 2),
  keyToRevoke: demoId('key', 3),
  client: demoId('client', 1),
  clientToDelete: demoId('client', 60),
  product: 'CAFE-500',
  representada: demoId('representada', 1),
  representadaToDelete: demoId('representada', 4),
  sale: demoId('sale', sale),
  pedido: demoPedido(sale),
  /** Due and not paid. */
  overduePedido: demoPedido(213),
  saleToDelete: demoId('sale', 240),
  saleOfReceipt: demoId('sale', 207),
  receipt: demoId('receipt', 2071),
  payment: demoId('payment', 1),
  paymentToReverse: demoId('payment', 999),
} as const;
