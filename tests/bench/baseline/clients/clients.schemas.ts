import { cnpjOrCpf, email, estado, phone } from '@representa/brazil';
import { emptiedByNull, line, pageQuery, recordId, searchText, text } from '@representa/service-kit';
import { z } from 'zod';

const optional = <Schema extends z.ZodType<string>>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? null : value), schema.nullish()).transform((value) => value ?? null);

export const createClientBody = z.object({
  nome: line(3, 255),
  email,
  telefone: phone,
  cidade: line(1, 100),
  estado,
  cnpj_cpf: optional(cnpjOrCpf),
  endereco: optional(text(500)),
  codigo: line(1, 50).nullish(),
  ativo: z.boolean().default(true),
});

export type NewClient = z.output<typeof createClientBody>;

export const updateClientBody = z
  .object({
    codigo: line(1, 50),
    nome: line(1, 255),
    email,
    telefone: emptiedByNull(phone),
    cnpj_cpf: optional(cnpjOrCpf),
    endereco: text(500).nullable(),
    bairro: emptiedByNull(text(100)),
    cidade: emptiedByNull(line(0, 100)),
    estado: emptiedByNull(estado),
    observacao: emptiedByNull(text(5_000)),
    ativo: z.boolean(),
    segunda: z.boolean(),
    terca: z.boolean(),
    quarta: z.boolean(),
    quinta: z.boolean(),
    sexta: z.boolean(),
  })
  .partial();

export type ClientChanges = z.output<typeof updateClientBody>;

export const listClientsQuery = pageQuery.extend({ search: searchText });

export type ClientsQuery = z.output<typeof listClientsQuery>;

export const clientParams = z.object({ id: recordId });
