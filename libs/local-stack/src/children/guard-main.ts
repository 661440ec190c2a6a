// Cleans up after its parent, which holds the other end of standard input. When the parent ends, by SIGKILL too, the input
// ends. Each line lists all that must not outlive the parent; the last line counts. Run as TypeScript by Node itself.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Charge, Stage } from './guard.ts';
import { startOf, stopProcess } from './system.ts';

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

let charges: Charge[] = [];
for await (const line of createInterface({ input: process.stdin })) charges = JSON.parse(line);

/** Another process may have got the pid of one that ended. */
const stop = async (one: Charge, stage: Stage): Promise<void> => {
  if ('pid' in one && one.stage === stage && one.started === startOf(one.pid)) await stopProcess(one.pid, one.plan);
};
for (const stage of ['process', 'server'] as const) await Promise.all(charges.map((one) => stop(one, stage)));

const containers = charges.flatMap((one) => ('container' in one ? one.container : []));
if (containers.length > 0) spawnSync('docker', ['rm', '--force', '--volumes', ...containers], { stdio: 'ignore' });
for (const one of charges) if ('folder' in one) rmSync(one.folder, { recursive: true, force: true, maxRetries: 5 });
