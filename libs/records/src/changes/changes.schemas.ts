import { cursorParameter, invalidCursor, limitUpTo, timestamp, waitSeconds } from '@representa/service-kit';
import { replyShownAs } from '@representa/service-kit/openapi';
import { z } from 'zod';
import { cursorExpired, messages } from './changes.errors.ts';

export const changesQuery = z.object({
  cursor: cursorParameter('O `next_cursor` da página anterior; vazio para receber tudo desde o início'),
  limit: limitUpTo({ max: 500, default: 100 }, 'Mudanças por página: no máximo 500 (acima disso vale 500)'),
  /** How many seconds to wait for the next change, when there is none. */
  espera: waitSeconds(
    messages.espera,
    'Segundos a esperar pela próxima mudança, quando não há nenhuma; 0 responde logo',
  ),
});

export type ChangesQuery = z.output<typeof changesQuery>;

const id = z.string().describe('Identificador do registro');
const alterado_em = timestamp.describe('Momento da última mudança do registro');

const pageOf = <Entry extends z.ZodType>(entry: Entry) =>
  z.object({
    data: z.array(entry),
    limit: z.int(),
    next_cursor: z.string().meta({
      description: 'Cursor das mudanças seguintes; nunca é nulo',
      examples: ['WyJ4bUV5b2ZaS0NpOXoiLDQyLDQyXQ'],
    }),
  });

/** The current record, or only the id of one that was deleted. */
export const changesReply = <Schema extends z.ZodType>(record: Schema) =>
  replyShownAs(
    pageOf(z.object({ tipo: z.enum(['alterado', 'excluido']), id, alterado_em, registro: record.optional() })),
    pageOf(
      z.discriminatedUnion('tipo', [
        z
          .object({ tipo: z.literal('alterado'), id, alterado_em, registro: record })
          .meta({ title: 'O registro foi criado ou alterado' }),
        z.object({ tipo: z.literal('excluido'), id, alterado_em }).meta({ title: 'O registro foi excluído' }),
      ]),
    ),
  );

/** An entry of a changes feed, as a repository returns it. */
export interface FeedEntry<Row> {
  change: number;
  tipo: 'alterado' | 'excluido';
  id: string;
  alterado_em: string;
  registro?: Row;
}

export type EntryColumns = Omit<FeedEntry<never>, 'registro'>;

/** What the document says of the changes feed of a resource. */
export const changesDocs = (summary: string) => ({
  summary,
  description:
    'Criações, alterações e exclusões, na ordem em que aconteceram. Comece com `cursor` vazio para receber tudo o que existe e depois o que muda; guarde `next_cursor` e peça a página seguinte com ele. Cada registro aparece uma vez por página, no estado atual, no lugar da sua última mudança. Uma página pode ter menos de `limit` mudanças: só uma página vazia diz que não há mais. Exclusões são lembradas por 90 dias: um cursor mais antigo recebe 410 e deve recomeçar.',
  errors: [invalidCursor(), cursorExpired()],
});
