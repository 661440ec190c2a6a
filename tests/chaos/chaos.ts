import { makeApi } from './api.ts';
import { createCompany } from './companies.ts';
import { checkDatabase } from './database-invariants.ts';
import type { FaultSpec } from './fault-specs.ts';
import { makeFaults } from './faults.ts';
import { makeFollowers } from './followers.ts';
import { Ledger } from './ledger.ts';
import { checkLedger } from './ledger-invariants.ts';
import type { Outcome } from './report.ts';
import { makeSchedule } from './schedule.ts';
import { type Stack, sameForAll, startStack } from './stack.ts';
import { checkUsability } from './usability.ts';
import { waitUntilSettled } from './wait-until-settled.ts';
import { makeWorkers } from './workers.ts';

export interface ChaosOptions {
  seed: number;
  /** How long faults are injected. Starting, settling and checking take additional time. */
  seconds: number;
  replicas: number;
  callers?: number;
  specs: readonly FaultSpec[];
  /** Shows one line about the run's progress. */
  progress: (line: string) => void;
  /** Receives the log lines of the processes. */
  log?: (label: string, line: string) => void;
  /** Ends the faults early. The checks still run. */
  stop?: AbortSignal;
}

const companyCount = 3;

/** Injects faults while many callers work. Then compares the database with the answers that the callers got. */
export const runChaos = async (options: ChaosOptions): Promise<Outcome> => {
  const stack = await startStack({ replicas: sameForAll(options.replicas), ...(options.log && { log: options.log }) });
  try {
    return await runWithFaults(stack, options);
  } finally {
    await stack.stop();
  }
};

const runWithFaults = async (
  stack: Stack,
  { seed, seconds, replicas, callers = 12, specs, progress, stop }: ChaosOptions,
): Promise<Outcome> => {
  const { admin, gateways, servers } = stack;
  const names = Array.from({ length: companyCount }, (_, index) => `Empresa ${index + 1}`);
  const companies = await Promise.all(names.map((nome) => createCompany(servers, nome)));
  const api = makeApi();
  const ledger = new Ledger();
  const workers = makeWorkers({ seed, api, gateways, ledger, companies });
  const faults = makeFaults({ stack, workers, ledger, progress });
  const followers = makeFollowers({ seed, api, gateways, ledger, companies });
  const over = new AbortController();

  const working = Array.from({ length: callers }, (_, worker) => workers.work(worker, over.signal));
  const following = followers.follow(over.signal);
  const time = AbortSignal.timeout(seconds * 1_000);
  await faults.run(
    makeSchedule({ seed, specs, replicas, durationMs: seconds * 1_000 }),
    stop ? AbortSignal.any([time, stop]) : time,
  );
  over.abort();
  await Promise.all([...working, following]);

  progress('No more faults; waiting for the system to settle');
  const settledInMs = await waitUntilSettled(admin);
  if (settledInMs === undefined) ledger.violate('the system did not settle after the last fault');
  // Check before any further request: requests could repair what the faults broke.
  const found = await checkDatabase(admin);
  const survivors = await checkUsability({ api, gateways, ledger, companies, admin });
  for (const sentence of new Set([...found, ...(await checkDatabase(admin))])) ledger.violate(sentence);
  for (const sentence of await checkLedger(ledger, admin)) ledger.violate(sentence);
  const followed = await followers.check(admin);
  await api.close();
  return { seed, seconds, replicas, ledger, faults: faults.counts, settledInMs, survivors, followed };
};
