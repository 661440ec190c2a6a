import { setTimeout as pause } from 'node:timers/promises';
import { makeRandom } from '@representa/testing';
import type { Api } from './api.ts';
import type { Company } from './companies.ts';
import type { Burst } from './fault-specs.ts';
import type { Entry, Ledger, Pool } from './ledger.ts';
import { makeOperations, type Operations } from './operations.ts';

interface Dependencies {
  seed: number;
  api: Api;
  gateways: readonly string[];
  ledger: Ledger;
  companies: readonly Company[];
}

/** All callers work on the newest records, so that their requests collide. */
const newest = (list: Entry[]): Entry[] => list.slice(-8);

type Step = (operations: Operations, pool: Pool) => Promise<unknown>;

/** Sells for the given client or representada, or for random ones. */
const sellOf = async ({ createSale, random }: Operations, pool: Pool, given?: Entry): Promise<void> => {
  const client = given?.kind === 'client' ? given : random.maybePick(newest(pool.clients));
  const representada = given?.kind === 'representada' ? given : random.maybePick(newest(pool.representadas));
  if (client && representada) await createSale(client, representada);
};
const sell: Step = (operations, pool) => sellOf(operations, pool);

const someOwner = ({ random }: Operations, { clients, representadas }: Pool): Entry | undefined =>
  random.maybePick(newest(random.chance(0.6) ? clients : representadas));

const on =
  (
    pick: (operations: Operations, pool: Pool) => Entry | undefined,
    act: keyof Pick<Operations, 'changeItems' | 'changeStatus' | 'remove' | 'rename' | 'switchActive'>,
  ): Step =>
  async (operations, pool) => {
    const entry = pick(operations, pool);
    if (entry) await operations[act](entry);
  };

/** Deletes a new record while sales of it are created, in random order. */
const race: Step = async (operations, { clients, representadas }) => {
  const { random } = operations;
  const isClient = random.chance(0.5);
  const fresh = await (isClient ? operations.createClient(false) : operations.createRepresentada(false));
  const partner = random.maybePick(newest(isClient ? representadas : clients).filter((entry) => entry !== fresh));
  if (fresh.id === undefined || !partner) return;
  // A rename registers the record with sales. Then the sales lock the existing reference row instead of creating it.
  if (random.chance(0.7)) await operations.rename(fresh);
  const [client, representada] = isClient ? [fresh, partner] : [partner, fresh];
  const sales = Array.from({ length: random.integer(1, 4) }, () => () => operations.createSale(client, representada));
  const racers = random.shuffled([() => operations.remove(fresh), ...sales]);
  await Promise.all(
    racers.map(async (start) => {
      await pause(random.integer(0, 6));
      await start();
    }),
  );
};

const deleteTwice: Step = async (operations, pool) => {
  const entry = someOwner(operations, pool);
  if (entry) await Promise.all([operations.remove(entry), operations.remove(entry)]);
};

const steps: readonly [weight: number, step: Step][] = [
  [30, sell],
  [10, ({ createClient }) => createClient()],
  [6, ({ createRepresentada }) => createRepresentada()],
  [
    5,
    ({ createProduct, random }, { representadas }) =>
      createProduct(random.chance(0.3) ? newest(representadas).at(0) : undefined),
  ],
  [8, on(({ random }, { sales }) => random.maybePick(sales.slice(-60)), 'remove')],
  [6, on(({ random }, { sales }) => random.maybePick(sales.slice(-60)), 'changeStatus')],
  [6, on(({ random }, { sales }) => random.maybePick(sales.slice(-60)), 'changeItems')],
  [8, on(someOwner, 'remove')],
  [10, on(someOwner, 'rename')],
  [5, on(someOwner, 'switchActive')],
  [3, on(({ random }, { products }) => random.maybePick(products), 'switchActive')],
  [14, race],
  [5, deleteTwice],
];
const totalWeight = steps.reduce((sum, [weight]) => sum + weight, 0);

const chooseStep = ({ random }: Operations): Step => {
  let left = random.next() * totalWeight;
  for (const [weight, step] of steps) {
    left -= weight;
    if (left < 0) return step;
  }
  return sell;
};

const burstSize = 24;

/** Starts after a random pause, so that the fault interrupts the requests at different steps. */
const staggered = async ({ random }: Operations, act: () => Promise<unknown>): Promise<void> => {
  await pause(random.integer(0, 80));
  await act();
};

/** Many concurrent callers of several companies. */
export const makeWorkers = ({ seed, api, gateways, ledger, companies }: Dependencies) => {
  const operationsOf = (company: Company, step: string): Operations =>
    makeOperations({ api, gateways, ledger, company, step, random: makeRandom(seed, step) });

  const work = async (worker: number, over: AbortSignal): Promise<void> => {
    const company = companies[worker % companies.length] as Company;
    for (let step = 1; !over.aborted; step++) {
      const operations = operationsOf(company, `w${worker}s${step}`);
      await chooseStep(operations)(operations, ledger.pool(company));
    }
  };

  /** Creates the records for many requests of one kind. The returned function sends the requests. */
  const prepareBurst = async (burst: Burst, number: number, service: string): Promise<() => Promise<unknown>> => {
    const company = companies[number % companies.length] as Company;
    const each = Array.from({ length: burstSize }, (_, index) => operationsOf(company, `b${number}s${index}`));
    const pool = ledger.pool(company);
    const fresh = (): Promise<Entry[]> =>
      Promise.all(
        each.map(({ createClient, createRepresentada, random }) => {
          const asClient = service === 'clients' || (service !== 'catalog' && random.chance(0.5));
          return asClient ? createClient(false, true) : createRepresentada(false, true);
        }),
      );
    const sold = async (entries: Entry[]): Promise<Entry[]> => {
      await all((operations, entry) => sellOf(operations, pool, entry), entries)();
      return entries;
    };
    const all = (act: (operations: Operations, entry: Entry) => Promise<unknown>, entries: Entry[]) => () =>
      Promise.all(
        each.map(
          (operations, index) =>
            entries[index]?.id && staggered(operations, () => act(operations, entries[index] as Entry)),
        ),
      );
    switch (burst) {
      case 'deletes':
        return all((operations, entry) => operations.remove(entry, operations.random.chance(0.25)), await fresh());
      case 'few deletes':
        return all((operations, entry) => operations.remove(entry, false), (await fresh()).slice(0, 4));
      case 'renames':
        // Only the rename of a record with a sale is sent to the sales service.
        return all((operations, entry) => operations.rename(entry), await sold(await fresh()));
      case 'sales':
        return () => Promise.all(each.map((operations) => staggered(operations, () => sell(operations, pool))));
      case 'creations':
        return () =>
          Promise.all(
            each.map((operations) => (service === 'catalog' ? operations.createProduct() : operations.createClient())),
          );
      case 'races':
        return () => Promise.all(each.map((operations) => race(operations, pool)));
    }
  };

  return { work, prepareBurst };
};

export type Workers = ReturnType<typeof makeWorkers>;
