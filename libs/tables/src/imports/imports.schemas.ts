import { booleanText, documentedAs } from '@representa/service-kit';
import { z } from 'zod';

export const importQuery = z.object({
  simular: documentedAs(booleanText.default(false), {
    type: 'boolean',
    default: false,
    description: '`true`: confere o arquivo e conta, sem gravar nada',
  }),
});

export const importResult = z
  .object({
    criados: z.int().meta({ description: 'Registros novos' }),
    atualizados: z.int().meta({ description: 'Registros que mudaram' }),
    inalterados: z.int().meta({ description: 'Linhas iguais ao registro que já havia' }),
  })
  .meta({ description: 'O que foi feito das linhas' });

export type ImportResult = z.output<typeof importResult>;
