import { cnpj, email, estado, phone } from '@representa/brazil';
import { comissaoQuando } from '@representa/contracts';
import {
  blankAsEmpty,
  booleanQuery,
  eitherPage,
  line,
  listQuery,
  listReply,
  numberedPage,
  orderedBy,
  pageOrCursor,
  positionParts,
  recordId,
  replyShownAs,
  searchText,
  text,
  timestamp,
} from '@representa/service-kit';
import { formato } from '@representa/tables';
import { z } from 'zod';

const fields = {
  nome: line(1, 255),
  cnpj: blankAsEmpty(cnpj),
  email: blankAsEmpty(email),
  telefone: blankAsEmpty(phone),
  endereco: blankAsEmpty(text(500)),
  cidade: blankAsEmpty(line(0, 100)),
  estado: blankAsEmpty(estado),
  contato: blankAsEmpty(line(0, 255)),
  observacao: blankAsEmpty(text(5_000)),
  /** A percentage. As text, because the shortest text of a number is the decimal that was sent. */
  comissao: z.number().min(0).max(100).transform(String),
  /** When a commission is earned; null is the law's rule, `recebimento`. */
  comissao_quando: comissaoQuando.nullable(),
  /** The day of the following month on which it is due; null is the law's, the 15th. */
  comissao_dia: z.int().min(1).max(31).nullable(),
  ativo: z.boolean(),
};

export const createRepresentadaBody = z.object({
  nome: fields.nome,
  cnpj: fields.cnpj.default(''),
  email: fields.email.default(''),
  telefone: fields.telefone.default(''),
  endereco: fields.endereco.default(''),
  cidade: fields.cidade.default(''),
  estado: fields.estado.default(''),
  contato: fields.contato.default(''),
  observacao: fields.observacao.default(''),
  comissao: fields.comissao.default('0'),
  comissao_quando: fields.comissao_quando.default(null),
  comissao_dia: fields.comissao_dia.default(null),
  ativo: fields.ativo.default(true),
});

export type NewRepresentada = z.output<typeof createRepresentadaBody>;

/** Only what is sent is changed; null empties every text but the name. */
export const updateRepresentadaBody = z.object(fields).partial();

export type RepresentadaChanges = z.output<typeof updateRepresentadaBody>;

export const representadaRecord = z.object({
  id: z.guid(),
  nome: z.string(),
  cnpj: z.string(),
  email: z.string(),
  telefone: z.string(),
  endereco: z.string(),
  cidade: z.string(),
  estado: z.string(),
  contato: z.string(),
  observacao: z.string(),
  comissao: z.number(),
  ativo: z.boolean(),
  created_at: timestamp,
  updated_at: timestamp,
  comissao_quando: comissaoQuando.optional(),
  comissao_dia: z.int().optional(),
});

export type Representada = z.output<typeof representadaRecord>;

/** A representada as its table has it: null where the law's rule applies. */
export type RepresentadaRow = Omit<Representada, 'comissao_quando' | 'comissao_dia'> & {
  comissao_quando: z.output<typeof comissaoQuando> | null;
  comissao_dia: number | null;
  version: number;
};

/** The only list that carries `success` (contract, "Endpoints"); not with a cursor. */
export const representadasPage = replyShownAs(
  z.object({ success: z.literal(true).optional(), ...listReply(representadaRecord).shape }),
  eitherPage(representadaRecord, z.object({ success: z.literal(true), ...numberedPage(representadaRecord).shape })),
);

export const representadaOrders = ['nome', '-nome'] as const;

const representadaFilters = { search: searchText, ativo: booleanQuery };

const ordenar = orderedBy(representadaOrders);

export const listRepresentadasQuery = listQuery(z.object({ ...pageOrCursor, ...representadaFilters, ordenar }));
export const exportRepresentadasQuery = z.object({ ...representadaFilters, formato, ordenar });

export type RepresentadasSelection = Omit<z.output<typeof exportRepresentadasQuery>, 'formato'>;
export type RepresentadaFilters = z.output<z.ZodObject<typeof representadaFilters>>;

export const representadaPositions = {
  created_at: z.tuple([positionParts.id]),
  nome: z.tuple([positionParts.text, positionParts.id]),
};

export const representadaParams = z.object({ id: recordId });
