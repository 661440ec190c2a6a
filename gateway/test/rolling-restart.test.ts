import { setTimeout as pause } from 'node:timers/promises';
import type { ProcessName } from '@representa/contracts';
import {
  environmentOf,
  type Servers,
  type StackProcess,
  seedDemo,
  startMigratedServers,
  startProcess,
} from '@representa/local-stack';
import { clientBody, representadaBody, saleBody, until } from '@representa/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let servers: Servers;
const running: StackProcess[] = [];

const start = async (name: ProcessName, env: Record<string, string> = {}): Promise<StackProcess> => {
  // No request is lost because the machine is busy with other tests: deadlines and the balancer's time are several times the usual.
  const shared = { LOG_LEVEL: 'error', SHUTDOWN_DELAY_MS: '2500', REQUEST_TIMEOUT_MS: '20000' };
  const process = await startProcess(name, { ...environmentOf(name, servers), ...shared, ...env });
  running.push(process);
  return process;
};

beforeAll(async () => {
  servers = await startMigratedServers();
  await seedDemo(servers, 'development');
  const urlsOf = async (name: ProcessName): Promise<string> =>
    (await Promise.all([start(name), start(name)])).map(({ url }) => url).join(',');
  const [SALES_URL, CATALOG_URL, CLIENTS_URL] = await Promise.all([
    urlsOf('sales'),
    urlsOf('catalog'),
    urlsOf('clients'),
  ]);
  const upstreams = { SALES_URL, CATALOG_URL, CLIENTS_URL };
  await Promise.all([start('gateway', upstreams), start('gateway', upstreams)]);
});
afterAll(async () => {
  await Promise.all(running.map((process) => process.stop()));
  await servers?.stop();
});

/** What a load balancer does: it sends requests to the gateways that say they are ready. */
const makeBalancer = () => {
  const gateways = running.filter(({ name }) => name === 'gateway').map(({ url }) => ({ url, ready: true }));
  let turn = 0;
  const look = setInterval(() => {
    for (const gateway of gateways) {
      fetch(`${gateway.url}/readyz`).then(
        ({ ok }) => {
          gateway.ready = ok;
        },
        () => {
          gateway.ready = false;
        },
      );
    }
  }, 100);
  return {
    next: (): string => {
      const ready = gateways.filter((gateway) => gateway.ready);
      turn = (turn + 1) % ready.length;
      return ready[turn]?.url ?? '';
    },
    allReady: () => gateways.every(({ ready }) => ready),
    stop: () => clearInterval(look),
  };
};

test('restarting every process in turn under load loses no request', async () => {
  const balancer = makeBalancer();
  const failures: string[] = [];
  let answered = 0;
  const send = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${balancer.next()}/api/v1${path}`, {
      method,
      headers: { 'x-api-key': 'demo-empresa-a', 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    }).catch((error: Error) => new Response(`{"error":"${error.cause ?? error.message}"}`, { status: 599 }));
    const answer = (await response.json()) as { data: { id: string }; error?: string };
    answered += 1;
    if (!response.ok) failures.push(`${method} ${path}: ${response.status} ${answer.error}`);
    return answer;
  };

  const cliente = (await send('POST', '/clients', clientBody())).data.id;
  const representada = (await send('POST', '/representadas', representadaBody())).data.id;
  let isOver = false;
  const workers = Array.from({ length: 3 }, async (_, worker) => {
    for (let round = 0; !isOver; round += 1) {
      await send('GET', '/sales?limit=5');
      const sale = await send('POST', '/sales', saleBody(cliente, representada));
      const own = await send('POST', '/clients', clientBody({ nome: `Cliente ${worker}` }));
      await send('PUT', `/clients/${own.data?.id}`, { nome: `Cliente ${worker} ${round}` });
      await send('DELETE', `/clients/${own.data?.id}`);
      await send('DELETE', `/sales/${sale.data?.id}`);
      await pause(150);
    }
  });
  for (const process of running) {
    await process.restart();
    // As a rollout does: the next one goes when this one is known to be back.
    await until('the balancer sees both gateways', balancer.allReady);
  }
  isOver = true;
  await Promise.all(workers);
  balancer.stop();
  expect(failures.slice(0, 10)).toEqual([]);
  expect(answered).toBeGreaterThan(100);
}, 120_000);
