import type { Status } from './api.ts';
import type { FaultCounts } from './faults.ts';
import type { Ledger } from './ledger.ts';

export interface Outcome {
  seed: number;
  seconds: number;
  replicas: number;
  ledger: Ledger;
  faults: FaultCounts;
  /** Undefined when it never came to rest. */
  settledInMs: number | undefined;
  survivors: number;
}

const mostShown = 60;

const asLine = (what: string, statuses: Map<Status, number>): string => {
  const sorted = [...statuses].sort(([one], [other]) => String(one).localeCompare(String(other)));
  return `  ${what.padEnd(38)}${sorted.map(([status, count]) => `${status}: ${count}`).join('   ')}`;
};

const total = (answers: Ledger['answers']): number =>
  [...answers.values()].flatMap((statuses) => [...statuses.values()]).reduce((sum, count) => sum + count, 0);

/** What was done and what came of it, for people. */
export const report = ({ seed, seconds, replicas, ledger, faults, settledInMs, survivors }: Outcome): string => {
  const { answers, violations, entries, checkedLists, checkedReplays } = ledger;
  const lines = [
    `${total(answers)} requests about ${entries.length} records, in ${seconds} s, with ${replicas} of each process:`,
    ...[...answers]
      .sort(([one], [other]) => one.localeCompare(other))
      .map(([what, statuses]) => asLine(what, statuses)),
    `${faults.kill + faults.arm} kills (${faults.arm} of them at a fault point), ${faults.pause} pauses, ${faults.restart} restarts, ${faults.stall} times stalled and ${faults.sever} times severed database connections (${faults.skipped} skipped)`,
    settledInMs === undefined
      ? 'It did not come to rest.'
      : `Everything had settled ${(settledInMs / 1_000).toFixed(1)} s after the last fault.`,
    `Checked: ${checkedLists} lists after a rename, ${checkedReplays} replays, ${survivors} records that outlived a delete.`,
    `${violations.length} violations (seed ${seed})`,
    ...violations.slice(0, mostShown).map((sentence) => `  ✘ ${sentence}`),
    ...(violations.length > mostShown ? [`  … and ${violations.length - mostShown} more`] : []),
  ];
  return lines.join('\n');
};
