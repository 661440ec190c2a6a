import { readClientAccounts } from '@representa/contracts';
import { type Messaging, Unavailable } from '@representa/messaging';
import type { PageAfter, Position } from '@representa/postgres';
import type { RequestCall } from '@representa/service-kit';
import type { ClientsRepository } from '../clients/clients.repository.ts';
import type { Visit, VisitsQuery } from './reports.schemas.ts';

interface Dependencies {
  clients: Pick<ClientsRepository, 'visitedList'>;
  messaging: Pick<Messaging, 'ask'>;
}

/** A page of the active clients that are visited on a day, by name. Sales is asked about all of them at once. */
export const makeReadVisits =
  ({ clients, messaging }: Dependencies) =>
  async (
    call: RequestCall,
    query: Pick<VisitsQuery, 'dia'> & { limit: number },
    after: Position | undefined,
  ): Promise<PageAfter<Visit>> => {
    const { data, next } = await clients.visitedList.after(call, { ...query, ativo: true, ordenar: 'nome' }, after);
    const { empresa_id } = call;
    const ids = data.map(({ id }) => id);
    const accounts = ids.length === 0 ? [] : await messaging.ask(readClientAccounts, { empresa_id, ids }, call);
    // A debt must not be shown as 0.
    if (accounts.length !== ids.length) throw new Unavailable('not as many accounts as clients');
    const withAccounts = data.map(({ id: cliente_id, nome: cliente_nome, ...client }, i) => ({
      cliente_id,
      cliente_nome,
      ...client,
      ultima_compra: accounts[i]?.ultima_compra ?? null,
      aberto: accounts[i]?.aberto ?? 0,
    }));
    return { data: withAccounts, next };
  };

export type ReadVisits = ReturnType<typeof makeReadVisits>;
