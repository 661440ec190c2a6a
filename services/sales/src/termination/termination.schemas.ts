import { asFault, booleanQuery } from '@representa/service-kit';
import { z } from 'zod';
import { dateValue, messages } from '../values.schemas.ts';

export const terminationQuery = z
  .object({
    representada_id: z.guid().toLowerCase(),
    /** When the representation began. */
    inicio: dateValue,
    /** When it ends. */
    data: dateValue.describe('Fim da representação; pode ser uma data futura'),
    // Here, because the reply has another field of this name.
    aviso_previo: booleanQuery.meta({ description: 'Se foi dado aviso prévio de 30 dias', examples: [true] }),
  })
  .refine(({ inicio, data }) => inicio <= data, {
    ...asFault('field.reversed', messages.notBefore('inicio')),
    path: ['data'],
  });

const base = z.object({
  mes: z.string().describe('Mês em que a comissão foi adquirida, como AAAA-MM'),
  valor: z.number(),
});

const computed = z.object({
  fundamento: z.string(),
  base: z.number().describe('Soma das comissões que contam'),
  valor: z.number(),
  meses: z.array(base),
});

export const terminationRecord = z.object({
  representada_id: z.guid(),
  inicio: z.iso.date(),
  data: z.iso.date().describe('Fim da representação'),
  informativo: z.literal(true),
  observacao: z.string(),
  indenizacao: computed,
  aviso_previo: computed.describe('O que é devido se não foi dado aviso prévio, e sua base'),
  pendentes: z
    .object({
      fundamento: z.string(),
      prevista: z.number(),
      devida: z.number().describe('Devida e não paga, vencida ou a vencer'),
      credito: z.number().describe('O que a representada já pagou e ainda não foi alocado: é descontado'),
      valor: z.number(),
    })
    .describe('O que está em aberto hoje, qualquer que seja `data`'),
  total: z.number(),
});

export type Termination = z.output<typeof terminationRecord>;

/** The articles that the amounts are based on. */
export const laws = {
  indemnity: 'Lei 4.886/65, art. 27, j: 1/12 do total da retribuição durante a representação',
  notice: 'Lei 4.886/65, art. 34: 1/3 das comissões dos três meses anteriores, sem aviso prévio de 30 dias',
  noticeGiven: 'Lei 4.886/65, art. 34: aviso prévio dado, nada é devido',
  noticeShort: 'Lei 4.886/65, art. 34: somente contratos de mais de seis meses',
  pending: 'Lei 4.886/65, art. 32, § 5º: na rescisão sem justa causa, o pendente vence na data da rescisão',
  informative: 'Cálculo informativo, sem correção monetária: não substitui a análise do contrato por um advogado',
} as const;
