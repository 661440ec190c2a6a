import { invalidCursor } from '@representa/service-kit';
import { cursorExpired } from './changes.errors.ts';

/** What the document says of the changes feed of a resource. */
export const changesDocs = (summary: string) => ({
  summary,
  description:
    'Criações, alterações e exclusões, na ordem em que aconteceram. Comece com `cursor` vazio para receber tudo o que existe e depois o que muda; guarde `next_cursor` e peça a página seguinte com ele. Cada registro aparece uma vez por página, no estado atual, no lugar da sua última mudança. Uma página pode ter menos de `limit` mudanças: só uma página vazia diz que não há mais. Exclusões são lembradas por 90 dias: um cursor mais antigo recebe 410 e deve recomeçar.',
  errors: [invalidCursor(), cursorExpired()],
});
