import { makeRandom } from '@representa/testing';
import type { Sql } from 'postgres';
import type { Api } from './api.ts';
import type { Company } from './companies.ts';
import type { Entry, Ledger } from './ledger.ts';
import { makeOperations } from './operations.ts';

interface Dependencies {
  api: Api;
  gateways: readonly string[];
  ledger: Ledger;
  companies: readonly Company[];
  admin: Sql;
}

const concurrency = 6;

const inParallel = async <T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> => {
  const queue = [...items];
  const next = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: concurrency }, next));
};

/** A record that still exists after a delete is usable at once: it can be renamed and sold (libs/records/README.md). */
export const checkUsability = async ({ api, gateways, ledger, companies, admin }: Dependencies): Promise<number> => {
  const rows = await admin<
    { id: string }[]
  >`select id from clients.client union all select id from catalog.representada`;
  const present = new Set(rows.map(({ id }) => id));
  const survivors = ledger.entries.filter(({ id, deletes }) => id && deletes.length > 0 && present.has(id));

  const checkCompany = async (company: Company, number: number): Promise<void> => {
    const step = `u${number}`;
    const operations = makeOperations({ api, gateways, ledger, company, step, random: makeRandom(0, step) });
    const partners = {
      client: await operations.createClient(true),
      representada: await operations.createRepresentada(true),
    };
    await inParallel(
      survivors.filter((entry) => entry.company === company),
      async (survivor) => {
        const { client, representada } = { ...partners, [survivor.kind]: survivor } as Record<string, Entry>;
        if (survivor.activeChanges.length > 0) await operations.switchActive(survivor, true);
        await operations.rename(survivor);
        const sale = await operations.createSale(client as Entry, representada as Entry, true);
        if (sale.creation.status === 201) return;
        const { status, error } = sale.creation;
        ledger.violate(
          `${survivor.kind} ${survivor.tag} exists after a delete, but a sale of it is answered ${status} ${error}`,
        );
      },
    );
  };
  await Promise.all(companies.map(checkCompany));
  return survivors.length;
};
