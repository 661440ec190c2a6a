import { type Batch, makeBatcher } from '@representa/batching';
import type { Call } from '@representa/contracts';
import { DeadlinePassed, wasRolledBack } from '@representa/postgres';
import { observeGauge } from '@representa/telemetry';

/** So many items in all: a transaction stays short, however many sales are queued. */
const mostItens = 200;

/** A transaction needs about this long, with its wait for another replica's. */
const leastTimeMs = 200;

type Create<Sale, Outcome> = (call: Call, empresa_id: string, sales: readonly Sale[]) => Promise<readonly Outcome[]>;

/**
 * Sales of a company and year that arrive while its last transaction runs are created together in the next one. They would queue
 * in the database too, for the company's sequence of changes: so a busy company takes one connection instead of all. Companies never
 * share a transaction, so one company's lock cannot delay another.
 */
export const batchSales = <Sale extends { ano: number; itens: readonly unknown[] }, Outcome>(
  create: Create<Sale, Outcome>,
) => {
  const createAlone = async (call: Call, empresa_id: string, sale: Sale): Promise<Outcome | { error: unknown }> => {
    try {
      return (await create(call, empresa_id, [sale]))[0] as Outcome;
    } catch (error) {
      return { error };
    }
  };

  const run = async ({ key, items, call }: Batch<Sale>): Promise<readonly (Outcome | { error: unknown })[]> => {
    const [empresa_id = ''] = key.split(' ');
    try {
      return await create(call, empresa_id, items);
    } catch (error) {
      // One sale's fault must not fail the others. Only a rollback proves that none of them was created.
      if (items.length === 1 || !wasRolledBack(error)) throw error;
    }
    const outcomes: (Outcome | { error: unknown })[] = [];
    for (const sale of items) outcomes.push(await createAlone(call, empresa_id, sale));
    return outcomes;
  };

  const add = makeBatcher({
    run,
    mostSize: mostItens,
    sizeOf: ({ itens }) => itens.length,
    leastMs: leastTimeMs,
    expired: () => new DeadlinePassed('earlier sales of the company took too long'),
  });
  observeGauge('sales.waiting', add.waiting);
  return (call: Call, empresa_id: string, sale: Sale): Promise<Outcome | { error: unknown }> =>
    add(`${empresa_id} ${sale.ano}`, call, sale);
};
