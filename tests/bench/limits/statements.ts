import { readFileSync, readlinkSync, statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { crowd } from '../fill/blocks.ts';
import { idOf, keyOf } from '../fill/ids.ts';
import type { Product } from '../product.ts';

export interface Statements {
  createSale: string;
  listSales: string;
}

/** The statements that sales sends, with $1, $2, … in them. Read from PostgreSQL's log, so they are never out of date. */
export const captureStatements = async ({ servers, processes }: Product): Promise<Statements> => {
  const log = readlinkSync(`/proc/${servers.postgres.pid()}/fd/2`);
  const before = statSync(log).size;
  const admin = postgres(servers.postgres.url, { max: 1 });
  const find = (part: string): string | undefined =>
    executed(readFileSync(log).subarray(before).toString()).find((statement) => statement.includes(part));
  try {
    await admin.unsafe(`alter system set log_statement = 'all'`);
    await admin.unsafe('select pg_reload_conf()');
    for (let tries = 0; tries < 100; tries++) {
      await sendOneOfEach(processes.url);
      const createSale = find('create_sales(');
      const listSales = find('as representada_nome');
      if (createSale && listSales) return { createSale, listSales };
      await pause(50);
    }
    throw new Error('the statements of sales do not appear in the log of PostgreSQL');
  } finally {
    await admin.unsafe('alter system reset log_statement');
    await admin.unsafe('select pg_reload_conf()');
    await admin.end();
  }
};

const sendOneOfEach = async (url: string): Promise<void> => {
  const company = crowd.first;
  const headers = { 'x-api-key': keyOf(company), 'content-type': 'application/json' };
  const body = JSON.stringify({
    clienteId: idOf('client', 1, company),
    representadaId: idOf('representada', 1, company),
    itens: [{ produtoId: 'SKU-1', quantidade: 1, valorUnitario: 1 }],
  });
  const created = await fetch(`${url}/api/v1/sales`, { method: 'POST', headers, body });
  const listed = await fetch(`${url}/api/v1/sales`, { headers });
  for (const { status } of [created, listed]) if (status >= 300) throw new Error(`the product answers ${status}`);
};

/** `LOG:  execute <name>: <statement>`, whose further lines begin with a tab. */
const executed = (log: string): string[] =>
  [...log.matchAll(/LOG: {2}execute [^:]*: (.*(?:\n\t.*)*)/g)].map(([, statement = '']) => statement.trim());
