import { alone } from './fill/blocks.ts';
import { addLoneCompany, addReferences, growLoneCompany } from './fill/fill.ts';
import { keyOf } from './fill/ids.ts';
import type { Product } from './product.ts';
import { readUsage } from './usage.ts';

/** A file that was imported or exported. */
export interface BulkResult {
  operation: string;
  records: number;
  seconds: number;
  /** The most that the service's process had meanwhile. */
  peakMb: number;
}

export const bulkOperations = { export: 'export sales as CSV', import: 'import clients' } as const;

/** A small file and a large one. */
export const exportSizes = [20_000, 100_000] as const;
export const importSizes = [10_000, 50_000] as const;
const sampleMs = 50;

/** `from` is the number of clients that were imported before. */
const clientsFile = (from: number, count: number): string =>
  [
    'codigo;nome;email;telefone;cidade;estado',
    ...Array.from({ length: count }, (_, i) => from + i).map(
      (n) => `IMP${n};Mercado ${n};imp.${n}@exemplo.com.br;11987654321;Santos;SP`,
    ),
    '',
  ].join('\n');

/** Reads the whole reply without keeping it. Returns how many lines it has. */
const countLines = async ({ body }: Response): Promise<number> => {
  let lines = 0;
  for await (const chunk of body ?? []) for (const byte of chunk as Uint8Array) if (byte === 10) lines += 1;
  return lines;
};

/** Imports and exports of one company, alone in a new database. */
export const measureBulk = async (product: Product, log: (line: string) => void): Promise<BulkResult[]> => {
  const { url } = product.processes.gateway;
  const headers = { 'x-api-key': keyOf(alone(0).first), 'content-type': 'text/csv' };

  const measure = async (
    operation: string,
    service: 'sales' | 'clients',
    [records, max]: readonly [number, number],
    run: () => Promise<void>,
  ): Promise<BulkResult> => {
    // As many records in all, so that memory differs only by the size of a file.
    const rounds = max / records;
    log(`bulk: ${operation}, ${records}`);
    const memory = (): number => readUsage({ own: () => [product.processes[service].pid()] }).memory.own ?? 0;
    let peakMb = memory();
    const sampling = setInterval(() => {
      peakMb = Math.max(peakMb, memory());
    }, sampleMs);
    const begun = performance.now();
    for (let round = 0; round < rounds; round++) await run();
    clearInterval(sampling);
    return { operation, records, seconds: (performance.now() - begun) / 1_000 / rounds, peakMb };
  };

  const exportSales = async (size: number): Promise<void> => {
    const lines = await countLines(await fetch(`${url}/api/v1/sales/export`, { headers }));
    if (lines !== size + 1) throw new Error(`the export has ${lines} lines instead of ${size + 1}`);
  };

  let imported = 0;
  const importClients = async (size: number): Promise<void> => {
    const body = clientsFile(imported, size);
    imported += size;
    const reply = await fetch(`${url}/api/v1/clients/import`, { method: 'POST', headers, body });
    if (!reply.ok) throw new Error(`the import answers ${reply.status}: ${await reply.text()}`);
  };

  const results: BulkResult[] = [];
  await addLoneCompany(product.database);
  await addReferences(product.database);
  let size = 0;
  for (const next of exportSizes) {
    await growLoneCompany(product.database, size, next);
    size = next;
    results.push(await measure(bulkOperations.export, 'sales', [next, exportSizes[1]], () => exportSales(next)));
  }
  for (const next of importSizes)
    results.push(await measure(bulkOperations.import, 'clients', [next, importSizes[1]], () => importClients(next)));
  return results;
};
