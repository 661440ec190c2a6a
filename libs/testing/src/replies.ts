import type {
  describeRepresentada,
  fenceReference,
  findClient,
  findEmpresa,
  findRepresentada,
  Operation,
  readClientAccounts,
} from '@representa/contracts';
import type { z } from 'zod';

/**
 * What services answer over NATS, for doubles: a new field of a reply gets its value here, and nowhere else. A test names the fields
 * that it is about.
 */
type Reply<Asked extends Operation> = z.input<Asked['reply']>;
type Found<Asked extends Operation> = NonNullable<Reply<Asked>>;

export const foundClient = (fields: Partial<Found<typeof findClient>> = {}): Found<typeof findClient> => ({
  nome: 'Ana',
  revision: 0,
  ativo: true,
  ...fields,
});

/** The law's rule, and no commission. */
export const foundRepresentada = (
  fields: Partial<Found<typeof findRepresentada>> = {},
): Found<typeof findRepresentada> => ({
  nome: 'Indústria',
  revision: 0,
  comissao: 0,
  comissao_quando: 'recebimento',
  comissao_dia: 15,
  comissoes: [],
  produtos_ausentes: [],
  ...fields,
});

export const describedRepresentada = (
  fields: Partial<Found<typeof describeRepresentada>> = {},
): Found<typeof describeRepresentada> => ({
  nome: 'Indústria',
  cnpj: '11222333000181',
  endereco: 'Av. Brasil, 1500',
  cidade: 'Campinas',
  estado: 'SP',
  ...fields,
});

export const foundEmpresa = (fields: Partial<Found<typeof findEmpresa>> = {}): Found<typeof findEmpresa> => ({
  nome: 'Representações São João Ltda',
  ...fields,
});

type ClientAccount = Reply<typeof readClientAccounts>[number];

/** Of a client who has bought nothing. */
export const clientAccount = (fields: Partial<ClientAccount> = {}): ClientAccount => ({
  ultima_compra: null,
  aberto: 0,
  ...fields,
});

/** Of a record that so many sales, or entries of commissions, refer to. */
export const fenceReply = (sales: number, counted: 'sales' | 'commissions' = 'sales'): Reply<typeof fenceReference> =>
  sales > 0 ? { outcome: 'in-use', sales, counted } : { outcome: 'fenced' };
