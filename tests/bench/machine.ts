import { execFileSync } from 'node:child_process';
import { cpus, loadavg, release, totalmem } from 'node:os';
import postgres from 'postgres';
import type { Product } from './product.ts';
import { readStolen } from './usage.ts';

export interface Machine {
  lines: string[];
}

const firstLine = (program: string, ...args: string[]): string => {
  try {
    return execFileSync(program, args, { encoding: 'utf8' }).split('\n')[0]?.trim() ?? '';
  } catch {
    return 'not known';
  }
};

/** Call it before the measurements; the result tells at the end what disturbed them. */
export const watchMachine = () => {
  const [loadBefore = 0] = loadavg();
  const before = readStolen();
  return async ({ servers }: Pick<Product, 'servers'>): Promise<Machine> => {
    const sql = postgres(servers.postgres.url, { max: 1 });
    const [settings] = await sql`
      select current_setting('server_version') as version, current_setting('fsync') as fsync,
        current_setting('synchronous_commit') as synchronous_commit, current_setting('shared_buffers') as shared_buffers`;
    await sql.end();
    const { version, ...durability } = settings as Record<string, string>;
    const after = readStolen();
    const stolen = (after.stolen - before.stolen) / (after.all - before.all);
    return {
      lines: [
        `${new Date().toISOString().slice(0, 10)}; ${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GB; Linux ${release()}`,
        `Node ${process.version}, PostgreSQL ${version}, ${firstLine('nats-server', '--version')}, ${firstLine('redis-server', '--version')}`,
        `PostgreSQL: ${Object.entries(durability).flat().join(' ')}`,
        `load average before the run ${loadBefore.toFixed(2)}; ${(stolen * 100).toFixed(1)} % of the machine's time went to other guests of its host`,
      ],
    };
  };
};
