import { setTimeout as pause } from 'node:timers/promises';
import type { Restartable } from '@representa/local-stack';
import type { FaultKind } from './fault-specs.ts';
import type { Ledger } from './ledger.ts';
import type { Fault } from './schedule.ts';
import type { Stack } from './stack.ts';
import { waitUntilSuspended } from './suspended.ts';
import type { Workers } from './workers.ts';

interface Dependencies {
  stack: Stack;
  workers: Pick<Workers, 'prepareBurst'>;
  ledger: Pick<Ledger, 'violate'>;
  progress: (line: string) => void;
}

export type FaultCounts = Record<FaultKind | 'skipped', number>;

interface Armed {
  label: string;
  faultPoint: string;
}

const startAttempts = 5;
const pointDeadlineMs = 1_500;

/** Runs a schedule of faults. Faults of one target run one after the other, faults of different targets independently. */
export const makeFaults = ({ stack, workers, ledger, progress }: Dependencies) => {
  const counts: FaultCounts = { kill: 0, restart: 0, pause: 0, stall: 0, sever: 0, arm: 0, none: 0, skipped: 0 };
  const chains = new Map<string, Promise<void>>();
  const bursts: Promise<unknown>[] = [];
  const expectedToEnd = new Set<string>();

  const watch = (label: string, part: Restartable): void =>
    part.onUnexpectedEnd((exit) => {
      if (expectedToEnd.has(label)) return;
      ledger.violate(`${label} ended unexpectedly (${exit.signal ?? `exit code ${exit.code}`})`);
      void bringUp(label);
    });
  for (const label of ['postgres', 'nats', 'redis', ...stack.replicas.map((one) => one.label)]) {
    watch(label, stack.part(label));
  }

  /** A process needs several attempts to start while the database is down. */
  const bringUp = async (label: string): Promise<void> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await stack.part(label).start();
      } catch (error) {
        if (attempt === startAttempts) ledger.violate(`${label} could not be restarted: ${String(error)}`);
        if (attempt === startAttempts) return;
      }
    }
  };

  /** From now on the end of the process is expected. */
  const arm = ({ label, faultPoint }: Armed): void => {
    expectedToEnd.add(label);
    stack.replica(label).arm(faultPoint);
  };
  const disarm = async ({ label, faultPoint }: Armed): Promise<void> => {
    const hasActed = !stack.replica(label).disarm();
    // It may be about to: this waits for the end.
    if (hasActed) await stack.part(label).kill(faultPoint.endsWith('SIGKILL') ? 'SIGKILL' : 'SIGCONT');
    await bringUp(label);
    expectedToEnd.delete(label);
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
      // The backend has ended already.
    }
  };

  const strike: Record<FaultKind, (fault: Fault, backends: number[]) => Promise<void>> = {
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
    stall: async ({ target, point, lastsMs }, backends) => {
      // The process suspends itself at its fault point. It resumes with database connections that do not answer.
      if (point) await waitUntilSuspended(stack.part(target).pid(), pointDeadlineMs);
      const stalled = new Set(backends);
      for (const pid of stalled) signal(pid, 'SIGSTOP');
      if (point) await stack.part(target).kill('SIGCONT');
      // The process opens new connections in place of the stalled ones: stall them too.
      for (const begun = performance.now(); performance.now() - begun < lastsMs; await pause(50)) {
        const fresh = (await backendsOf(target)).filter((pid) => !stalled.has(pid));
        for (const pid of fresh) signal(pid, 'SIGSTOP');
        for (const pid of fresh) stalled.add(pid);
      }
      for (const pid of stalled) signal(pid, 'SIGCONT');
      if (stalled.size === 0) throw new Error('the process had no connections');
    },
    /** The process was armed before, and kills itself when a request of the burst reaches the fault point. */
    arm: async ({ target, lastsMs }) => {
      const begun = performance.now();
      while (stack.part(target).pid() !== undefined && performance.now() - begun < lastsMs) await pause(20);
      if (stack.part(target).pid() !== undefined) throw new Error('no request reached the fault point');
    },
    sever: async (_fault, backends) => {
      for (const pid of backends) signal(pid, 'SIGTERM');
      if (backends.length === 0) throw new Error('the process had no connections');
    },
    none: async () => {},
  };

  const inject = async (fault: Fault, number: number): Promise<void> => {
    const { kind, target, burst, leadMs, lastsMs, atMs, point, sibling } = fault;
    const armed = [
      ...(point ? [{ label: target, faultPoint: `${point}:${kind === 'arm' ? 'SIGKILL' : 'SIGSTOP'}` }] : []),
      ...(sibling ? [{ label: sibling.target, faultPoint: `${sibling.point}:SIGSTOP` }] : []),
    ];
    armed.forEach(arm);
    const fire = await workers.prepareBurst(burst, number, target.split('-')[0] as string);
    const backends = kind === 'stall' || kind === 'sever' ? await backendsOf(target) : [];
    bursts.push(fire());
    await pause(leadMs);
    const where = armed.map(({ label, faultPoint }) => `, ${faultPoint} in ${label}`).join('');
    progress(`${(atMs / 1_000).toFixed(1).padStart(6)} s  ${kind} ${target}, ${lastsMs} ms, during ${burst}${where}`);
    try {
      await strike[kind](fault, backends);
      counts[kind] += 1;
    } catch {
      counts.skipped += 1;
    }
    await Promise.all(armed.map(disarm));
  };

  /** Resolves when every process and server runs again and every burst has its answers. */
  const run = async (schedule: readonly Fault[], over: AbortSignal): Promise<void> => {
    const begun = performance.now();
    for (const [number, fault] of schedule.entries()) {
      await pause(Math.max(0, begun + fault.atMs - performance.now()), undefined, { signal: over }).catch(() => {});
      if (over.aborted) break;
      const involved = [fault.target, ...(fault.sibling ? [fault.sibling.target] : [])];
      const before = Promise.all(involved.map((label) => chains.get(label)));
      const done = before.then(() => (over.aborted ? undefined : inject(fault, number)));
      for (const label of involved) chains.set(label, done);
    }
    await Promise.all(chains.values());
    await Promise.all(bursts);
  };

  return { run, counts };
};

export type Faults = ReturnType<typeof makeFaults>;
