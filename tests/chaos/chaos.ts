import { makeApi } from './api.ts';
import { createCompany } from './companies.ts';
import { checkDatabase } from './database-invariants.ts';
import type { Card } from './deck.ts';
import { makeFaults } from './faults.ts';
import { Ledger } from './ledger.ts';
import { checkLedger } from './ledger-invariants.ts';
import type { Outcome } from './report.ts';
import { makeSchedule } from './schedule.ts';
import { settled } from './settle.ts';
import { evenly, type Stack, startStack } from './stack.ts';
import { checkUsability } from './usability.ts';
import { makeWorkers } from './workers.ts';

export interface ChaosOptions {
  seed: number;
  /** How long faults are made; to start, to settle and to check take their time besides. */
  seconds: number;
  replicas: number;
  deck: readonly Card[];
  say: (sentence: string) => void;
  /** What the processes log. */
  log?: (label: string, line: string) => void;
  /** Ends the faults early; what was done is checked all the same. */
  stop?: AbortSignal;
}

const companyCount = 3;
const workerCount = 12;

/** Has many callers work while everything is killed, paused and cut off in turn; then holds what is left against the answers. */
export const runChaos = async (options: ChaosOptions): Promise<Outcome> => {
  const stack = await startStack({ replicas: evenly(options.replicas), ...(options.log && { log: options.log }) });
  try {
    return await torment(stack, options);
  } finally {
    await stack.stop();
  }
};

const torment = async (stack: Stack, { seed, seconds, replicas, deck, say, stop }: ChaosOptions): Promise<Outcome> => {
  const { admin, gateways, servers } = stack;
  const names = Array.from({ length: companyCount }, (_, index) => `Empresa ${index + 1}`);
  const companies = await Promise.all(names.map((nome) => createCompany(servers, nome)));
  const api = makeApi();
  const ledger = new Ledger();
  const workers = makeWorkers({ seed, api, gateways, ledger, companies });
  const faults = makeFaults({ stack, workers, ledger, say });
  const over = new AbortController();

  const working = Array.from({ length: workerCount }, (_, worker) => workers.work(worker, over.signal));
  const time = AbortSignal.timeout(seconds * 1_000);
  await faults.run(
    makeSchedule({ seed, deck, replicas, durationMs: seconds * 1_000 }),
    stop ? AbortSignal.any([time, stop]) : time,
  );
  over.abort();
  await Promise.all(working);

  say('Faults are over; waiting for everything to settle');
  const settledInMs = await settled(admin);
  if (settledInMs === undefined) ledger.violate('the system did not come to rest after the last fault');
  // Before anything is asked for again: what comes next would mend some of it.
  const found = await checkDatabase(admin);
  const survivors = await checkUsability({ api, gateways, ledger, companies, admin });
  for (const sentence of new Set([...found, ...(await checkDatabase(admin))])) ledger.violate(sentence);
  for (const sentence of await checkLedger(ledger, admin)) ledger.violate(sentence);
  await api.close();
  return { seed, seconds, replicas, ledger, faults: faults.counts, settledInMs, survivors };
};
