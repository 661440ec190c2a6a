import { cursorOnlyQuery } from '@representa/service-kit';
import { z } from 'zod';
import { clientFilters } from '../clients/clients.schemas.ts';

export const formato = z.enum(['json', 'csv']);

const dia = clientFilters.dia.unwrap();

export const visitsQuery = z
  .object({
    dia,
    ...cursorOnlyQuery.shape,
    formato: formato.default('json'),
  })
  .refine(({ cursor, formato }) => cursor === '' || formato === 'json', {
    path: ['cursor'],
    error: 'Um arquivo tem a rota inteira: não use cursor',
  });

export type VisitsQuery = z.output<typeof visitsQuery>;

/** A client that is visited on the day. */
export const visitRecord = z.object({
  cliente_id: z.guid(),
  codigo: z.string(),
  cliente_nome: z.string(),
  telefone: z.string(),
  endereco: z.string().nullable(),
  bairro: z.string(),
  cidade: z.string(),
  estado: z.string(),
  ultima_compra: z.iso.date().nullable(),
  aberto: z.number(),
});

export type Visit = z.output<typeof visitRecord>;
