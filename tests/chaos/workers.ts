import { setTimeout as pause } from 'node:timers/promises';
import type { Api } from './api.ts';
import type { Company } from './companies.ts';
import type { Burst } from './deck.ts';
import type { Entry, Ledger, Pool } from './ledger.ts';
import { makeOperations, type Operations } from './operations.ts';
import { makeRandom } from './random.ts';

interface Dependencies {
  seed: number;
  api: Api;
  gateways: readonly string[];
  ledger: Ledger;
  companies: readonly Company[];
}

/** The newest records are those that everybody works on: there, callers meet. */
const hot = (list: Entry[]): Entry[] => list.slice(-8);

type Step = (does: Operations, pool: Pool) => Promise<unknown>;

/** Of a given client or representada, if any. */
const sellOf = async ({ createSale, random }: Operations, pool: Pool, given?: Entry): Promise<void> => {
  const client = given?.kind === 'client' ? given : random.maybePick(hot(pool.clients));
  const representada = given?.kind === 'representada' ? given : random.maybePick(hot(pool.representadas));
  if (client && representada) await createSale(client, representada);
};
const sell: Step = (does, pool) => sellOf(does, pool);

const someOwner = ({ random }: Operations, { clients, representadas }: Pool): Entry | undefined =>
  random.maybePick(hot(random.chance(0.6) ? clients : representadas));

const on =
  (
    pick: (does: Operations, pool: Pool) => Entry | undefined,
    act: keyof Pick<Operations, 'remove' | 'rename' | 'switchActive'>,
  ): Step =>
  async (does, pool) => {
    const entry = pick(does, pool);
    if (entry) await does[act](entry);
  };

/** A fresh record is deleted while sales are made for it, whichever comes first. */
const race: Step = async (does, { clients, representadas }) => {
  const { random } = does;
  const isClient = random.chance(0.5);
  const fresh = await (isClient ? does.createClient(false) : does.createRepresentada(false));
  const partner = random.maybePick(hot(isClient ? representadas : clients).filter((entry) => entry !== fresh));
  if (fresh.id === undefined || !partner) return;
  // Most of them sales has heard of before: then the sales lock the record's row, where else they would make it.
  if (random.chance(0.7)) await does.rename(fresh);
  const [client, representada] = isClient ? [fresh, partner] : [partner, fresh];
  const sales = Array.from({ length: random.integer(1, 4) }, () => () => does.createSale(client, representada));
  const racers = random.shuffled([() => does.remove(fresh), ...sales]);
  await Promise.all(
    racers.map(async (start) => {
      await pause(random.integer(0, 6));
      await start();
    }),
  );
};

const deleteTwice: Step = async (does, pool) => {
  const entry = someOwner(does, pool);
  if (entry) await Promise.all([does.remove(entry), does.remove(entry)]);
};

const steps: readonly [weight: number, step: Step][] = [
  [30, sell],
  [10, ({ createClient }) => createClient()],
  [6, ({ createRepresentada }) => createRepresentada()],
  [
    5,
    ({ createProduct, random }, { representadas }) =>
      createProduct(random.chance(0.3) ? hot(representadas).at(0) : undefined),
  ],
  [8, on(({ random }, { sales }) => random.maybePick(sales.slice(-60)), 'remove')],
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

/** So that the fault finds them at different steps. */
const staggered = async ({ random }: Operations, act: () => Promise<unknown>): Promise<void> => {
  await pause(random.integer(0, 80));
  await act();
};

/** Many callers of several companies at once. */
export const makeWorkers = ({ seed, api, gateways, ledger, companies }: Dependencies) => {
  const operationsOf = (company: Company, step: string): Operations =>
    makeOperations({ api, gateways, ledger, company, step, random: makeRandom(seed, step) });

  const work = async (worker: number, over: AbortSignal): Promise<void> => {
    const company = companies[worker % companies.length] as Company;
    for (let step = 1; !over.aborted; step++) {
      const does = operationsOf(company, `w${worker}s${step}`);
      await chooseStep(does)(does, ledger.pool(company));
    }
  };

  /** Gets everything ready for many requests of one kind, which begin when the result is called. */
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
      await all((does, entry) => sellOf(does, pool, entry), entries)();
      return entries;
    };
    const all = (act: (does: Operations, entry: Entry) => Promise<unknown>, entries: Entry[]) => () =>
      Promise.all(
        each.map((does, index) => entries[index]?.id && staggered(does, () => act(does, entries[index] as Entry))),
      );
    switch (burst) {
      case 'deletes':
        return all((does, entry) => does.remove(entry, does.random.chance(0.25)), await fresh());
      case 'few deletes':
        return all((does, entry) => does.remove(entry, false), (await fresh()).slice(0, 4));
      case 'renames':
        // Without a sale there is nobody who would have to be told.
        return all((does, entry) => does.rename(entry), await sold(await fresh()));
      case 'sales':
        return () => Promise.all(each.map((does) => staggered(does, () => sell(does, pool))));
      case 'creations':
        return () =>
          Promise.all(each.map((does) => (service === 'catalog' ? does.createProduct() : does.createClient())));
      case 'races':
        return () => Promise.all(each.map((does) => race(does, pool)));
    }
  };

  return { work, prepareBurst };
};

export type Workers = ReturnType<typeof makeWorkers>;
