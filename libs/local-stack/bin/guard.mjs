// Cleans up after its parent. The parent holds the other end of standard input. When the parent ends, by SIGKILL too, the
// input ends, and the guard stops every listed process and removes every listed folder and container.
// Each line of input is JSON:
//   { add: pid, stage, plan: [[signal, graceMs], …] } · { drop: pid } · { folder: path } · { container: id } · { force: true }
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

const processes = new Map();
const folders = new Set();
const containers = new Set();
let forced = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});

const note = (line) => {
  const { add, drop, folder, container, force, ...rest } = JSON.parse(line);
  if (add) processes.set(add, rest);
  if (drop) processes.delete(drop);
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

const readProcess = (path) => {
  try {
    return readFileSync(`/proc/${path}`, 'utf8');
  } catch {
    return '';
  }
};

/** Zombies are dead. All processes are our own. */
const isAlive = (pid) => send(pid, 0) && !readProcess(`${pid}/stat`).includes(') Z ');

/** Only Linux lists them in a file. */
const childrenOf = (pid) => readProcess(`${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);

const stop = async (pid, plan) => {
  for (const [signal, graceMs] of [...(forced ? [] : plan), ['SIGKILL', 1_000]]) {
    const children = childrenOf(pid);
    send(pid, signal);
    // A suspended process does not handle the signal. PostgreSQL's children are suspended with it, and would stay for ever.
    for (const one of [pid, ...children]) send(one, 'SIGCONT');
    const deadline = Date.now() + graceMs;
    while (Date.now() < deadline && isAlive(pid)) await delay(20);
    if (!isAlive(pid)) return;
  }
};

for await (const line of createInterface({ input: process.stdin })) note(line);

const stages = [...new Set([...processes.values()].map(({ stage }) => stage))].sort();
for (const stage of stages) {
  const due = [...processes].filter(([, watched]) => watched.stage === stage);
  await Promise.all(due.map(([pid, { plan }]) => stop(pid, plan)));
}
if (containers.size > 0) spawnSync('docker', ['rm', '--force', '--volumes', ...containers], { stdio: 'ignore' });
for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
