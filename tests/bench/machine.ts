import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { arch, cpus, loadavg, release, totalmem } from 'node:os';
import postgres from 'postgres';
import type { Product } from './product.ts';

export interface Machine {
  date: string;
  cpu: string;
  cores: number;
  memoryGb: number;
  system: string;
  programs: Record<string, string>;
  /** The settings that decide whether a commit is on disk when it is acknowledged. */
  durability: Record<string, string>;
  loadBefore: number;
  /** Percent of the run that other guests of the host took. */
  stolenPercent: number;
}

const firstLine = (program: string, ...args: string[]): string => {
  try {
    return execFileSync(program, args, { encoding: 'utf8' }).split('\n')[0]?.trim() ?? '';
  } catch {
    return 'not known';
  }
};

const cpuModel = (): string => /Model name:\s*(.+)/.exec(outputOfLscpu())?.[1] ?? cpus()[0]?.model ?? 'not known';

const outputOfLscpu = (): string => {
  try {
    return execFileSync('lscpu', { encoding: 'utf8' });
  } catch {
    return '';
  }
};

const systemName = (): string => /PRETTY_NAME="(.+)"/.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? 'Linux';

export const loadNow = (): number => loadavg()[0] ?? 0;

export const describeMachine = async ({ servers }: Pick<Product, 'servers'>, loadBefore: number): Promise<Machine> => {
  const sql = postgres(servers.postgres.url, { max: 1 });
  const show = async (name: string): Promise<string> => (await sql.unsafe(`show ${name}`))[0]?.[name] ?? '';
  const durability: Record<string, string> = {};
  for (const name of ['fsync', 'synchronous_commit', 'full_page_writes', 'wal_sync_method', 'shared_buffers']) {
    durability[name] = await show(name);
  }
  const server = await show('server_version');
  await sql.end();
  return {
    date: new Date().toISOString().slice(0, 10),
    cpu: cpuModel(),
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${systemName()}, Linux ${release()}, ${arch()}`,
    programs: {
      Node: process.version,
      PostgreSQL: server,
      NATS: firstLine('nats-server', '--version'),
      Redis: firstLine('redis-server', '--version').split(' ').slice(0, 3).join(' '),
    },
    durability,
    loadBefore,
    stolenPercent: 0,
  };
};
