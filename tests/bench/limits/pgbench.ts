import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram, roleUrl, type Servers } from '@representa/local-stack';
import { until } from '@representa/testing';
import { environmentWith } from '../config.ts';
import { crowd } from '../fill/blocks.ts';
import { empresaId, representadasEach, sqlEmpresaId, sqlId, thisYear } from '../fill/ids.ts';
import type { Measurement } from '../measure.ts';
import { cpuBetween, type Groups, readEndedCpu, readUsage, sessionsOf } from '../usage.ts';
import type { Statements } from './statements.ts';

const clients = 16;
/** Where Debian installs it. */
const program = findProgram(['pgbench'], ['/usr/lib/postgresql/15/bin']);

export const hasPgbench = program !== undefined;

/** As the services set their sessions (libs/postgres/src/connect.ts). */
const sessionOptions = [
  'search_path=sales,extensions',
  'timezone=UTC',
  'plan_cache_mode=force_generic_plan',
  'enable_seqscan=off',
  'jit=off',
]
  .map((option) => `-c ${option}`)
  .join(' ');

const itens = [1, 2, 3]
  .map(
    (i) =>
      `{"produto_id": "SKU-${i}", "quantidade": ${i}, "valor_unitario": 12.34, "valor_total": ${(i * 12.34).toFixed(2)}}`,
  )
  .join(', ');

interface Work {
  /** pgbench picks one at random for each transaction. */
  scripts: string[];
  /** Texts: a pgbench script cannot compute them. */
  variables: Record<string, string>;
}

/** Few, because each connection prepares the script of each company once. */
const listedCompanies = 10;

const works: Record<string, (statements: Statements) => Work> = {
  'list-sales': ({ listSales }) => {
    const companies = Array.from({ length: listedCompanies }, (_, i) => crowd.first + i);
    return {
      variables: Object.fromEntries(companies.map((company) => [`e${company}`, empresaId(company)])),
      scripts: companies.map((company) => listScript(listSales, `:e${company}`)),
    };
  },
  'create-sale': ({ createSale }) => ({ variables: {}, scripts: [createScript(createSale)] }),
};

/** Every parameter is the company. */
const listScript = (statement: string, company: string): string => `${statement.replaceAll(/\$\d+/g, company)};\n`;

/** The service's own statement, with one sale. */
const createScript = (statement: string): string => {
  const { first, last, clients: count } = crowd;
  const client = sqlId('client', ':n::bigint', ':e::bigint');
  const representada = sqlId('representada', ':r::bigint', ':e::bigint');
  const wanted = [
    `"n": 1, "ano": ${thisYear}`,
    `"cliente_id": "' || ${client} || '", "cliente_nome": "Nome", "cliente_revision": 0`,
    `"representada_id": "' || ${representada} || '", "representada_nome": "Nome", "representada_revision": 0`,
    `"data": "${thisYear}-01-01", "status": "PAGA", "valor_total": 74.04, "itens": [${itens}]`,
  ].join(', ');
  const variables = { e: [first, last], n: [1, count], r: [1, representadasEach] };
  const drawn = Object.entries(variables).map(([name, [from, to]]) => `\\set ${name} random(${from}, ${to})\n`);
  const filled = statement.replace('$1', () => sqlEmpresaId(':e::bigint')).replace('$2', () => `('[{${wanted}}]')`);
  return `${drawn.join('')}${filled};\n`;
};

/** PostgreSQL alone, with a client that costs little. */
export const measurePgbench = async (
  servers: Servers,
  groups: Groups,
  scenario: string,
  statements: Statements,
  seconds: number,
): Promise<Measurement> => {
  const folder = mkdtempSync(join(tmpdir(), 'representa-pgbench-'));
  const work = works[scenario]?.(statements) ?? { scripts: [], variables: {} };
  const files = work.scripts.map((script, i) => {
    const file = join(folder, `${i}.sql`);
    writeFileSync(file, script);
    return ['-f', file];
  });
  const variables = Object.entries(work.variables).map(([name, value]) => ['-D', `${name}=${value}`]);
  const url = roleUrl(servers.postgres, 'sales');
  const whole = Math.max(1, Math.round(seconds));
  const args = ['-n', '-M', 'prepared', '-c', String(clients), '-j', '2', '-T', String(whole)];
  try {
    const sessionCount = (): number => sessionsOf(servers.postgres.pid()).length;
    const sessionsBefore = sessionCount();
    const before = readUsage(groups);
    const ownBefore = readEndedCpu();
    const output = await run([...args, ...files.flat(), ...variables.flat(), url]);
    // The CPU of a session is counted as its server's when it has ended. In between, a reading may miss it.
    await until("pgbench's sessions have ended", () => sessionCount() <= sessionsBefore);
    const after = readUsage(groups);
    const cpu = { ...cpuBetween(before, after), pgbench: readEndedCpu() - ownBefore };
    return { ...read(output, whole), cpu, memory: after.memory };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const run = (args: string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(program as string, args, { env: environmentWith({ PGOPTIONS: sessionOptions }) });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        said += chunk;
      });
    }
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve(said) : reject(new Error(`pgbench failed; it said:\n${said}`)),
    );
  });

const read = (output: string, seconds: number): Omit<Measurement, 'cpu' | 'memory'> => {
  const number = (form: RegExp): number => Number(form.exec(output)?.[1] ?? Number.NaN);
  const errors = number(/number of failed transactions: (\d+)/) || 0;
  const done = number(/transactions actually processed: (\d+)/);
  const latencies = Float64Array.of(number(/latency average = ([\d.]+) ms/) * 1_000);
  const rps = number(/tps = ([\d.]+) \(without/);
  return {
    done,
    errors,
    firstError: errors > 0 ? output : undefined,
    seconds,
    rps,
    latencies,
    lateness: new Float64Array(0),
  };
};
