import type { Database } from '@representa/postgres';
import type { Api } from './api.ts';
import type { Company } from './companies.ts';
import type { Entry, Ledger } from './ledger.ts';
import { makeOperations } from './operations.ts';
import { makeRandom } from './random.ts';

interface Dependencies {
  api: Api;
  gateways: readonly string[];
  ledger: Ledger;
  companies: readonly Company[];
  admin: Database;
}

const atOnce = 6;

const inParallel = async <T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> => {
  const queue = [...items];
  const next = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, next));
};

/** Everything that outlived an attempt to delete it is whole: it can be renamed, and sold of, at once (D25). */
export const checkUsability = async ({ api, gateways, ledger, companies, admin }: Dependencies): Promise<number> => {
  const rows = await admin<
    { id: string }[]
  >`select id from clients.client union all select id from catalog.representada`;
  const present = new Set(rows.map(({ id }) => id));
  const survivors = ledger.entries.filter(({ id, deletes }) => id && deletes.length > 0 && present.has(id));

  const checkCompany = async (company: Company, number: number): Promise<void> => {
    const step = `u${number}`;
    const does = makeOperations({ api, gateways, ledger, company, step, random: makeRandom(0, step) });
    const partners = { client: await does.createClient(true), representada: await does.createRepresentada(true) };
    await inParallel(
      survivors.filter((entry) => entry.company === company),
      async (survivor) => {
        const { client, representada } = { ...partners, [survivor.kind]: survivor } as Record<string, Entry>;
        if (survivor.switchings.length > 0) await does.switchActive(survivor, true);
        await does.rename(survivor);
        const sale = await does.createSale(client as Entry, representada as Entry, true);
        if (sale.creation.status === 201) return;
        const { status, error } = sale.creation;
        ledger.violate(
          `${survivor.kind} ${survivor.tag} outlived its delete, but a sale of it is answered ${status} ${error}`,
        );
      },
    );
  };
  await Promise.all(companies.map(checkCompany));
  return survivors.length;
};
