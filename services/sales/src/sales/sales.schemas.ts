import { externalId, externalIdQuery, idOrExternal } from '@representa/records';
import {
  asFault,
  type FoundIssue,
  line,
  listQuery,
  orderedBy,
  pageOrCursor,
  positionParts,
  recordId,
  searchText,
  text,
  timestamp,
  withIssues,
} from '@representa/service-kit';
import { documentedAs } from '@representa/service-kit/openapi';
import { formato } from '@representa/tables';
import { z } from 'zod';
import { fromCents, fromMicros, itemTotal, sumOf, toMicros } from '../money.ts';
import { amount, dateValue, largestTotal, messages as valueMessages } from '../values.schemas.ts';
import { messages } from './sales.errors.ts';
import { statuses } from './status.rules.ts';

/** Both spellings of the contract are accepted and kept as sent. */
const status = z.enum(statuses);

const largestFactor = 999_999_999;

/** Greater than zero, also after the rounding to six decimals. */
const positive = (message: string) =>
  z
    .number()
    .max(largestFactor, { error: valueMessages.tooLarge })
    .gt(0, { error: message })
    .transform(toMicros)
    .refine((micros) => micros > 0n, { error: message });

export const item = z
  .object({
    produtoId: line(1, 100),
    quantidade: positive(messages.quantidade),
    valorUnitario: positive(messages.valorUnitario),
  })
  .transform(({ produtoId, quantidade, valorUnitario }) => ({
    produtoId,
    quantidade: fromMicros(quantidade),
    valorUnitario: fromMicros(valorUnitario),
    valorTotal: fromCents(itemTotal(quantidade, valorUnitario)),
  }))
  .refine(({ valorTotal }) => valorTotal <= largestTotal, asFault('sale.total_too_large'));

const totalOf = (itens: readonly { valorTotal: number }[]): number => sumOf(itens.map(({ valorTotal }) => valorTotal));

const pedido = line(1, 50);

/** Its commission is due in the month after it, and the year of a date has four digits. */
const vencimento = dateValue.refine((date) => date < '9999', { error: messages.distantDate });
const instalment = z.object({ vencimento, valor: amount });
const parcelas = z.array(instalment).min(1).max(120);

export type Instalments = z.output<typeof parcelas>;

interface Totalled {
  parcelas?: Instalments | null | undefined;
  valorTotal?: number | undefined;
}

/** Do the instalments add up to the total? What is unknown is not compared. */
const addUp = ({ parcelas, valorTotal }: Totalled): boolean =>
  !parcelas || valorTotal === undefined || sumOf(parcelas.map(({ valor }) => valor)) === valorTotal;

const itens = z.array(item).min(1).max(1_000);

export const createSaleBody = z
  .object({
    clienteId: z.guid().toLowerCase(),
    representadaId: z.guid().toLowerCase(),
    status: status
      .nullish()
      .describe('Situação da venda; `PAGA`, se omitida')
      .transform((value) => value ?? 'PAGA'),
    data: dateValue.nullish().describe('Data da venda; hoje, se omitida; não pode ser futura'),
    pedido: pedido.nullish().describe('Código do pedido, único na empresa; sem ele, o serviço gera `PED-AAAA-NNNN`'),
    itens,
    parcelas: parcelas.nullish(),
    id_externo: externalId.nullish(),
  })
  .transform((sale) => ({ ...sale, valorTotal: totalOf(sale.itens) }))
  .refine(({ valorTotal }) => valorTotal <= largestTotal, { ...asFault('sale.total_too_large'), path: ['itens'] })
  .refine(addUp, { ...asFault('sale.instalments_differ'), path: ['parcelas'] });

/** With the totals: schemas compute them, because their limits are part of validation. */
export type NewSale = z.output<typeof createSaleBody>;

/** Only what is sent is changed; `itens` replaces all items. */
export const updateSaleBody = z
  .object({
    data: dateValue,
    pedido,
    status,
    itens,
    parcelas: parcelas.nullable(),
    motivo: text(500).nullable(),
    id_externo: externalId.nullable(),
  })
  .partial()
  .transform((changes) => ({ ...changes, valorTotal: changes.itens && totalOf(changes.itens) }))
  .refine(({ valorTotal = 0 }) => valorTotal <= largestTotal, { ...asFault('sale.total_too_large'), path: ['itens'] })
  .refine(addUp, { ...asFault('sale.instalments_differ'), path: ['parcelas'] });

export type SaleUpdate = z.output<typeof updateSaleBody>;

export const saleItem = z.object({
  produto_id: z.string(),
  quantidade: z.number(),
  valor_unitario: z.number(),
  valor_total: z.number(),
});

export type SaleItem = z.output<typeof saleItem>;

/** A sale as its creation shows it (contract, "Sale"). */
export const saleRecord = z.object({
  id: z.guid(),
  pedido: z.string(),
  data: z.iso.date(),
  cliente_id: z.guid(),
  representada_id: z.guid(),
  status,
  valor_total: z.number(),
  itens: z.array(saleItem),
  created_at: timestamp,
  /** Only of a sale that was given some. */
  parcelas: z.array(instalment).optional(),
  id_externo: z.string().optional(),
});

export type Sale = z.output<typeof saleRecord>;

/** A sale as its update shows it. */
export const updatedSale = z.object({ ...saleRecord.shape, updated_at: timestamp });

export type UpdatedSale = z.output<typeof updatedSale>;

/** A sale as its reading shows it: everything. */
export const fullSale = z.object({
  ...updatedSale.shape,
  cliente_nome: z.string(),
  representada_nome: z.string(),
});

export type FullSale = z.output<typeof fullSale>;

/** What the history keeps of a change. */
const changedFields = z
  .object({
    pedido: z.string(),
    data: z.iso.date(),
    status,
    valor_total: z.number(),
    parcelas: z.array(instalment).nullable(),
    recebido: z.number(),
    comissao: z.number(),
    itens: z.array(saleItem),
    id_externo: z.string().nullable(),
  })
  .partial();

export const historyFields = Object.keys(changedFields.shape) as (keyof z.output<typeof changedFields>)[];

/** One change of a sale: the changed fields, before and after. */
export const historyEntry = z.object({
  versao: z.int(),
  alterado_em: timestamp,
  chave: z.object({ id: z.string(), prefixo: z.string() }),
  de: changedFields,
  para: changedFields,
  motivo: z.string().nullable(),
});

export type HistoryEntry = z.output<typeof historyEntry>;

/** The version that was shown last. */
export const historyPosition = z.tuple([z.int32().positive()]);

/** A sale as the list shows it: without its items, with the names of its client and its representada. */
export const saleSummary = z.object({
  id: z.guid(),
  pedido: z.string(),
  data: z.iso.date(),
  cliente_id: z.guid(),
  cliente_nome: z.string(),
  representada_id: z.guid(),
  representada_nome: z.string(),
  status,
  valor_total: z.number(),
  created_at: timestamp,
  updated_at: timestamp,
  id_externo: z.string().optional(),
});

export type SaleSummary = z.output<typeof saleSummary>;

/** As text: PostgreSQL reads it exactly. */
const money = documentedAs(
  z.string({ error: messages.money }).regex(/^\d{1,13}(\.\d{1,6})?$/, { error: messages.money }),
  {
    type: 'number',
    minimum: 0,
    examples: [100],
  },
);

export const saleOrders = ['data', '-data', 'valor_total', '-valor_total'] as const;

const saleFilters = {
  pedido: pedido.describe('Somente a venda com este código de pedido').optional(),
  status: status.describe('Somente vendas nesta situação, em qualquer das duas grafias').optional(),
  cliente_id: z.guid().describe('Somente vendas deste cliente').optional(),
  representada_id: z.guid().describe('Somente vendas desta representada').optional(),
  data_de: dateValue.describe('Somente vendas a partir desta data').optional(),
  data_ate: dateValue.describe('Somente vendas até esta data').optional(),
  valor_min: money.describe('Somente vendas a partir deste valor total').optional(),
  valor_max: money.describe('Somente vendas até este valor total').optional(),
  search: searchText,
  id_externo: externalIdQuery,
};

/** A reversed range would be an empty list, which nobody asks for on purpose. */
const reversedRange = ({ data_de, data_ate, valor_min, valor_max }: SaleFilters): FoundIssue[] => {
  const issues: FoundIssue[] = [];
  const tell = (field: string, message: string) => issues.push({ path: [field], codigo: 'field.reversed', message });
  if (data_de && data_ate && data_de > data_ate) tell('data_ate', valueMessages.notBefore('data_de'));
  if (Number(valor_min) > Number(valor_max)) tell('valor_max', messages.reversedValues);
  return issues;
};

export const ordenar = orderedBy(saleOrders);

export const listSalesQuery = listQuery(
  z.object({ ...pageOrCursor, ...saleFilters, ordenar }).superRefine(withIssues(reversedRange)),
);
export const exportSalesQuery = z.object({ ...saleFilters, formato, ordenar }).superRefine(withIssues(reversedRange));

export type SalesSelection = Omit<z.output<typeof exportSalesQuery>, 'formato'>;
export type SaleFilters = z.output<z.ZodObject<typeof saleFilters>>;

const { id: lastId, date, number } = positionParts;

export const salePositions = {
  created_at: z.tuple([lastId]),
  data: z.tuple([date, lastId]),
  valor_total: z.tuple([number, lastId]),
};

export const saleParams = z.object({ id: idOrExternal(recordId, '01990c3e-7a10-7c3b-9d1f-0a1b2c3d4e5f') });
