import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** CPU in microseconds and memory in megabytes of groups of processes, as counted by the kernel. */
export interface Usage {
  cpu: Record<string, number>;
  memory: Record<string, number>;
}

/** The processes of each group; their children belong to it, too. */
export type Groups = Record<string, () => readonly (number | undefined)[]>;

const microsPerTick = 1_000_000 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
const bytesPerPage = Number(execFileSync('getconf', ['PAGESIZE'], { encoding: 'utf8' }));
const megabyte = 1_048_576;

const readQuietly = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

interface Stat {
  parent: number;
  micros: number;
  /** Of children that have ended. */
  pastMicros: number;
  megabytes: number;
}

/** The fields after the name, which may contain anything: state, parent, … (proc_pid_stat(5)). */
const statOf = (pid: number): Stat | undefined => {
  const text = readQuietly(`/proc/${pid}/stat`);
  if (!text) return undefined;
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const at = (number: number): number => fields[number - 3] ?? 0;
  return {
    parent: at(4),
    micros: (at(14) + at(15)) * microsPerTick,
    pastMicros: (at(16) + at(17)) * microsPerTick,
    megabytes: (at(24) * bytesPerPage) / megabyte,
  };
};

const allProcesses = (): Map<number, Stat> => {
  const processes = new Map<number, Stat>();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    const stat = Number.isInteger(pid) ? statOf(pid) : undefined;
    if (stat) processes.set(pid, stat);
  }
  return processes;
};

const familyOf = (roots: readonly number[], processes: Map<number, Stat>): number[] => {
  const family = new Set(roots.filter((pid) => processes.has(pid)));
  for (let before = 0; before < family.size; ) {
    before = family.size;
    for (const [pid, { parent }] of processes) if (family.has(parent)) family.add(pid);
  }
  return [...family];
};

export const readUsage = (groups: Groups): Usage => {
  const processes = allProcesses();
  const usage: Usage = { cpu: {}, memory: {} };
  for (const [name, roots] of Object.entries(groups)) {
    const own = roots().filter((pid) => pid !== undefined);
    const family = familyOf(own, processes).map((pid) => processes.get(pid) as Stat);
    usage.cpu[name] = family.reduce((sum, { micros, pastMicros }) => sum + micros + pastMicros, 0);
    usage.memory[name] = Math.round(family.reduce((sum, { megabytes }) => sum + megabytes, 0));
  }
  return usage;
};

export const cpuBetween = (before: Usage, after: Usage): Record<string, number> =>
  Object.fromEntries(Object.entries(after.cpu).map(([name, cpu]) => [name, cpu - (before.cpu[name] ?? 0)]));

/** PostgreSQL's sessions of the services: without the load of a fill, of autovacuum and of checkpoints. */
export const sessionsOf = (postmaster: number | undefined): number[] =>
  [...allProcesses()]
    .filter(([, { parent }]) => parent === postmaster)
    .map(([pid]) => pid)
    .filter((pid) => /^postgres: (sales|clients|catalog) /.test(readQuietly(`/proc/${pid}/cmdline`)));

/** CPU time that other guests of the host took, and all CPU time. */
export const readStolen = (): { stolen: number; all: number } => {
  const [, ...fields] = (readQuietly('/proc/stat').split('\n')[0] ?? '').split(/\s+/).map(Number);
  return { stolen: fields[7] ?? 0, all: fields.slice(0, 8).reduce((sum, field) => sum + field, 0) };
};
