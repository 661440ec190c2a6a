import type { Status } from './api.ts';
import type { FaultCounts } from './faults.ts';
import type { Ledger } from './ledger.ts';

export interface Outcome {
  seed: number;
  seconds: number;
  replicas: number;
  ledger: Ledger;
  faults: FaultCounts;
  /** Undefined when the system did not settle. */
  settledInMs: number | undefined;
  survivors: number;
  /** Records of the followers' copies, each compared with the database. */
  followed: number;
}

const maxShown = 60;

const asLine = (what: string, statuses: Map<Status, number>): string => {
  const sorted = [...statuses].sort(([one], [other]) => String(one).localeCompare(String(other)));
  return `  ${what.padEnd(38)}${sorted.map(([status, count]) => `${status}: ${count}`).join('   ')}`;
};

const total = (answers: Ledger['answers']): number =>
  [...answers.values()].flatMap((statuses) => [...statuses.values()]).reduce((sum, count) => sum + count, 0);

/** A summary of requests, faults and violations, as text. */
export const report = ({
  seed,
  seconds,
  replicas,
  ledger,
  faults,
  settledInMs,
  survivors,
  followed,
}: Outcome): string => {
  const { answers, violations, entries, checkedLists, checkedReplays } = ledger;
  const lines = [
    `${total(answers)} requests about ${entries.length} records, in ${seconds} s, with ${replicas} replicas of each process:`,
    ...[...answers]
      .sort(([one], [other]) => one.localeCompare(other))
      .map(([what, statuses]) => asLine(what, statuses)),
    `${faults.kill + faults.arm} kills (${faults.arm} of them at a fault point), ${faults.pause} pauses, ${faults.restart} restarts, database connections stalled ${faults.stall} times and severed ${faults.sever} times (${faults.skipped} skipped)`,
    settledInMs === undefined
      ? 'The system did not settle.'
      : `The system had settled ${(settledInMs / 1_000).toFixed(1)} s after the last fault.`,
    `Checked: ${checkedLists} lists after a rename, ${checkedReplays} replays, ${survivors} records that still exist after a delete, ${followed} records of followers' copies.`,
    `${violations.length} violations (seed ${seed})`,
    ...violations.slice(0, maxShown).map((sentence) => `  ✘ ${sentence}`),
    ...(violations.length > maxShown ? [`  … and ${violations.length - maxShown} more`] : []),
  ];
  return lines.join('\n');
};
