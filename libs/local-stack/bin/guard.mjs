// Ends what its parent leaves behind. The parent holds the other end of standard input: however it goes, SIGKILL
// included, the input ends, and everything still listed is stopped. Lines are JSON:
//   { add: pid, stage, plan: [[signal, graceMs], …] } · { drop: pid } · { folder: path } · { container: id } · { force: true }
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

const watched = new Map();
const folders = new Set();
const containers = new Set();
let forced = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});

const note = (line) => {
  const { add, drop, folder, container, force, ...how } = JSON.parse(line);
  if (add) watched.set(add, how);
  if (drop) watched.delete(drop);
  if (folder) folders.add(folder);
  if (container) containers.add(container);
  if (force) forced = true;
};

const send = (pid, signal) => {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
};

/** A dead process whose new parent does not collect it (process 1 of some containers) still takes signals. */
const isAlive = (pid) => {
  if (!send(pid, 0)) return false;
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return process.platform !== 'linux';
  }
};

const stop = async (pid, plan) => {
  for (const [signal, graceMs] of [...(forced ? [] : plan), ['SIGKILL', 1_000]]) {
    send(pid, signal);
    send(pid, 'SIGCONT'); // one that is suspended would not see the signal
    const deadline = Date.now() + graceMs;
    while (Date.now() < deadline && isAlive(pid)) await delay(20);
    if (!isAlive(pid)) return;
  }
};

for await (const line of createInterface({ input: process.stdin })) note(line);

const stages = [...new Set([...watched.values()].map(({ stage }) => stage))].sort();
for (const stage of stages) {
  const due = [...watched].filter(([, how]) => how.stage === stage);
  await Promise.all(due.map(([pid, { plan }]) => stop(pid, plan)));
}
if (containers.size > 0) spawnSync('docker', ['rm', '--force', '--volumes', ...containers], { stdio: 'ignore' });
for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
