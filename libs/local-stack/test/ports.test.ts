import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { until } from '@representa/testing';
import { expect, test } from 'vitest';
import { freePort, reservePort } from '../src/ports.ts';

test('a port is reserved once, also while no server listens on it', async () => {
  const [first, second] = [await freePort(), await freePort()];
  expect(second).not.toBe(first);
  expect(await reservePort(first)).toBe(false);
});

test('a reservation holds as long as its process lives, however that ends', async () => {
  const [mine] = [await freePort()];
  const port = mine + 1;
  const script = `require('node:dgram').createSocket('udp4').bind(${port}, '127.0.0.1', () => console.log('reserved'))`;
  const other = spawn(process.execPath, ['--eval', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((resolve) => other.stdout.once('data', resolve));
  expect(await reservePort(port)).toBe(false);
  other.kill('SIGKILL');
  await until('the port is free again', () => reservePort(port));
});

test('a port that is in use is skipped', async () => {
  const port = (await freePort()) + 1;
  const server = createServer().listen(port, '127.0.0.1');
  // An error means that another test has it: in use all the same.
  await new Promise((resolve) => server.once('listening', resolve).once('error', resolve));
  expect(await freePort()).toBeGreaterThan(port);
  server.close();
});
