import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reservationsFolder, reservePort } from '../src/ports/port-reservation.ts';
import { freePort } from '../src/ports/ports.ts';

const reservation = (port: number): string => join(reservationsFolder, String(port));

test('a port is reserved once, also while no server listens on it', async () => {
  const [first, second] = [await freePort(), await freePort()];
  expect(second).not.toBe(first);
  expect(reservePort(first)).toBe(false);
  expect(readFileSync(reservation(first), 'utf8')).toBe(String(process.pid));
});

test('a reservation of another process holds as long as that process lives', async () => {
  const taken = await freePort();
  writeFileSync(reservation(taken), String(process.ppid));
  expect(reservePort(taken)).toBe(false);
  const { pid } = spawnSync('true');
  writeFileSync(reservation(taken), String(pid));
  expect(reservePort(taken)).toBe(true);
});

test('a port that is in use is skipped', async () => {
  const port = (await freePort()) + 1;
  const server = createServer().listen(port, '127.0.0.1');
  // An error means that another test has it: in use all the same.
  await new Promise((resolve) => server.once('listening', resolve).once('error', resolve));
  expect(await freePort()).toBeGreaterThan(port);
  server.close();
});
