import { spawn } from 'node:child_process';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket as TcpSocket } from 'node:net';
import { join } from 'node:path';
import { environmentOf, freePort, workspaceOf } from '@representa/local-stack';
import {
  makeTemporaryFolder,
  outputOf,
  startStopwatch,
  startTestStack,
  type TestStack,
  until,
} from '@representa/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack.stop());

const main = join(workspaceOf('sales'), 'dist/main.js');

/** Starts sales with this collector, makes spans, stops it. Returns the exit code and the milliseconds it took to stop. */
const stopWithCollector = async (
  collector: string,
  command = [process.execPath, main],
  beforeStop: (port: number) => Promise<void> = async () => {},
) => {
  const port = await freePort();
  const env = {
    PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
    ...environmentOf('sales', stack, { logLevel: 'warn' }),
    PORT: String(port),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector,
    OTEL_BSP_SCHEDULE_DELAY: '100',
    OTEL_METRIC_EXPORT_INTERVAL: '200',
    OTEL_METRIC_EXPORT_TIMEOUT: '200',
  };
  const [program, ...args] = command as [string, ...string[]];
  const child = spawn(program, args, { env, stdio: 'ignore' });
  const ended = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)));
  const ask = (path: string): Promise<number> =>
    fetch(`http://127.0.0.1:${port}${path}`).then(
      ({ status }) => status,
      () => 0,
    );
  await until('it is ready', async () => (await ask('/readyz')) === 200, 20_000);
  for (let i = 0; i < 20; i++) expect(await ask('/api/v1/sales')).toBe(401);
  await beforeStop(port);
  const elapsedMs = startStopwatch();
  child.kill('SIGTERM');
  return { code: await ended, ms: elapsedMs() };
};

/** A second for telemetry, and some time for a machine that is busy with other tests. */
const maxMs = 2_000;

test('a connection that has sent nothing does not hold up a shutdown', async () => {
  let silent: TcpSocket | undefined;
  const { code, ms } = await stopWithCollector(`http://127.0.0.1:${await freePort()}`, undefined, async (port) => {
    silent = connect(port, '127.0.0.1').on('error', () => {});
    await once(silent, 'connect');
  });
  silent?.destroy();
  expect(code).toBe(0);
  expect(ms).toBeLessThan(maxMs);
});

describe('telemetry delays no shutdown, and does not make it fail', () => {
  test('without a collector on its port', async () => {
    const { code, ms } = await stopWithCollector(`http://127.0.0.1:${await freePort()}`);
    expect(code).toBe(0);
    expect(ms).toBeLessThan(maxMs);
  });

  test('with a collector that does not answer', async () => {
    const silent = createServer((socket) => socket.on('error', () => {}));
    await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
    const { code, ms } = await stopWithCollector(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`);
    silent.close();
    expect(code).toBe(0);
    expect(ms).toBeLessThan(maxMs);
  });

  /** Needs a resolv.conf of its own, and port 53: only root has them. */
  const canReplaceDns = process.getuid?.() === 0 && outputOf('unshare', '--mount', 'true') !== undefined;

  test.runIf(canReplaceDns)('with a name server that does not answer', async () => {
    const nameServer: Socket = createSocket('udp4');
    await new Promise<void>((bound) => nameServer.bind(53, '127.0.0.77', bound));
    const resolvConf = join(await makeTemporaryFolder(), 'resolv.conf');
    await writeFile(resolvConf, 'nameserver 127.0.0.77\n');
    const script = `mount --bind ${resolvConf} /etc/resolv.conf && exec ${process.execPath} ${main}`;
    const { code, ms } = await stopWithCollector('http://collector:4318', ['unshare', '--mount', 'sh', '-c', script]);
    nameServer.close();
    expect(code).toBe(0);
    // A lookup that began last ends a second later.
    expect(ms).toBeLessThan(maxMs + 500);
  });
});

test('a process whose NATS is away stops as usual', async () => {
  const collector = `http://127.0.0.1:${await freePort()}`;
  const { code } = await stopWithCollector(collector, undefined, () => stack.nats.stop());
  await stack.nats.start();
  expect(code).toBe(0);
});
