import { setTimeout as pause } from 'node:timers/promises';
import type { Restartable } from '@representa/local-stack';
import type { Ledger } from './ledger.ts';
import type { Fault, FaultKind } from './schedule.ts';
import type { Stack } from './stack.ts';
import type { Workers } from './workers.ts';

interface Dependencies {
  stack: Stack;
  workers: Pick<Workers, 'prepareBurst'>;
  ledger: Pick<Ledger, 'violate'>;
  say: (sentence: string) => void;
}

export type FaultCounts = Record<FaultKind | 'skipped', number>;

const startAttempts = 5;

/** Carries out a schedule. What is done to one part happens one after the other; parts are hit independently. */
export const makeFaults = ({ stack, workers, ledger, say }: Dependencies) => {
  const counts: FaultCounts = { kill: 0, restart: 0, pause: 0, stall: 0, sever: 0, skipped: 0 };
  const chains = new Map<string, Promise<void>>();
  const expectedToEnd = new Set<string>();

  const watch = (label: string, part: Restartable): void =>
    part.onUnexpectedEnd((exit) => {
      if (expectedToEnd.has(label)) return;
      ledger.violate(`${label} ended by itself (${exit.signal ?? `exit code ${exit.code}`})`);
      void bringUp(label);
    });
  for (const label of ['postgres', 'nats', 'redis', ...stack.replicas.map((one) => one.label)]) {
    watch(label, stack.part(label));
  }

  /** A process that comes up while the database is away may have to be started more than once. */
  const bringUp = async (label: string): Promise<void> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await stack.part(label).start();
      } catch (error) {
        if (attempt === startAttempts) ledger.violate(`${label} could not be started again: ${String(error)}`);
        if (attempt === startAttempts) return;
      }
    }
  };

  const backendsOf = async (label: string): Promise<number[]> => {
    const { admin } = stack;
    const asked = admin<{ pid: number }[]>`select pid from pg_stat_activity where application_name = ${label}`;
    const rows = await Promise.race([asked, pause(2_000, [])]).catch(() => []);
    return rows.map(({ pid }) => pid);
  };

  const signal = (pid: number, name: NodeJS.Signals): void => {
    try {
      process.kill(pid, name);
    } catch {
      // It ended in the meantime.
    }
  };

  const strike: Record<FaultKind, (fault: Fault) => Promise<void>> = {
    kill: async ({ target, lastsMs }) => {
      expectedToEnd.add(target);
      await stack.part(target).kill('SIGKILL');
      await pause(lastsMs);
      await bringUp(target);
      expectedToEnd.delete(target);
    },
    restart: async ({ target, lastsMs }) => {
      await stack.part(target).stop();
      await pause(lastsMs);
      await bringUp(target);
    },
    pause: async ({ target, lastsMs }) => {
      await stack.part(target).kill('SIGSTOP');
      await pause(lastsMs);
      await stack.part(target).kill('SIGCONT');
    },
    stall: async ({ target, lastsMs }) => {
      const pids = await backendsOf(target);
      if (pids.length === 0) throw new Error('no connections');
      for (const pid of pids) signal(pid, 'SIGSTOP');
      await pause(lastsMs);
      for (const pid of pids) signal(pid, 'SIGCONT');
    },
    sever: async ({ target }) => {
      const pids = await backendsOf(target);
      if (pids.length === 0) throw new Error('no connections');
      for (const pid of pids) signal(pid, 'SIGTERM');
    },
  };

  const inject = async (fault: Fault, number: number): Promise<void> => {
    const { kind, target, burst, leadMs, lastsMs, atMs } = fault;
    const fire = await workers.prepareBurst(burst, number, target.split('-')[0] as string);
    const burstOver = fire();
    await pause(leadMs);
    say(`${(atMs / 1_000).toFixed(1).padStart(6)} s  ${kind} ${target}, ${lastsMs} ms, amid ${burst}`);
    try {
      await strike[kind](fault);
      counts[kind] += 1;
    } catch {
      counts.skipped += 1;
    }
    await burstOver;
  };

  /** Resolves when all that was begun has been undone: everything runs again. */
  const run = async (schedule: readonly Fault[], over: AbortSignal): Promise<void> => {
    const begun = performance.now();
    for (const [number, fault] of schedule.entries()) {
      await pause(Math.max(0, begun + fault.atMs - performance.now()), undefined, { signal: over }).catch(() => {});
      if (over.aborted) break;
      const before = chains.get(fault.target) ?? Promise.resolve();
      chains.set(
        fault.target,
        before.then(() => (over.aborted ? undefined : inject(fault, number))),
      );
    }
    await Promise.all(chains.values());
  };

  return { run, counts };
};

export type Faults = ReturnType<typeof makeFaults>;
