import { randomUUID } from 'node:crypto';
import { type AuditedService, headers } from '@representa/contracts';
import { demoEmpresa, exampleIds } from '@representa/contracts/demo';
import type { Messaging } from '@representa/messaging';
import { connectPostgres, readSqlNames, waitForDatabase } from '@representa/postgres';
import type { App } from '@representa/service-kit';
import { readFillUrl, type ServiceDependencies } from '@representa/service-kit/process';
import { makeLogger } from '@representa/telemetry';
import { fillCompany } from './fill-company.ts';

/** A request of the demo company. */
export interface DemoRequest {
  /** Of the record that it creates. */
  id?: string;
  method?: 'GET' | 'POST' | 'PUT';
  url: string;
  payload?: object;
}

/** Sends a request as if it were that moment, and returns its reply. Throws unless it succeeds. */
export type SendDemo = <Reply>(at: Date, request: DemoRequest) => Promise<Reply>;

interface Filling {
  service: AuditedService;
  /** `dist/sql`: it runs as a Job beside the migrations, and waits for all of them. */
  sqlFolder: URL;
  makeApp: (dependencies: ServiceDependencies & { now: () => Date }) => App;
  /** Answers what the service asks others. */
  ask?: Messaging['ask'];
  fill: (send: SendDemo, today: Date) => Promise<void>;
}

const nobodyAsked: Messaging['ask'] = async ({ subject }) => {
  throw new Error(`nobody answers ${subject}`);
};

const withoutNats = (ask = nobodyAsked): Messaging => ({
  connected: true,
  problem: () => undefined,
  ask,
  answer: () => {},
  answerBatch: () => {},
  startAnswering: () => {},
  send: async () => {},
  publish: () => {},
  subscribe: () => {},
  close: async () => {},
});

const timeoutMs = 30_000;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * The command `fill-demo` of a service: gives the demo company its records, by requests to the service's own routes, so that they
 * are as right as a caller's. An argument is the day on which it happens; today unless given.
 */
export const runFillDemo = async ({ service, sqlFolder, makeApp, ask, fill }: Filling): Promise<void> => {
  const url = readFillUrl();
  const sqlNames = await readSqlNames(sqlFolder, service);
  await waitForDatabase({ url, schema: service, sqlNames, onWaiting: print });
  const [day] = process.argv.slice(2);
  const today = day === undefined ? new Date() : new Date(`${day}T15:00:00Z`);
  const database = connectPostgres({ url, schema: service, connections: 1, statementTimeoutMs: timeoutMs });
  const secret = randomUUID();
  let now = today;
  const app = makeApp({
    config: { GATEWAY_SECRET: [secret], REQUEST_TIMEOUT_MS: timeoutMs, MAX_IN_FLIGHT: 1 },
    database,
    messaging: withoutNats(ask),
    log: makeLogger(service, 'silent'),
    now: () => now,
  });
  const identity = {
    [headers.gatewaySecret]: secret,
    [headers.empresaId]: demoEmpresa.id,
    [headers.empresaTimeZone]: 'America/Sao_Paulo',
    [headers.keyId]: exampleIds.key,
    [headers.keyPrefix]: demoEmpresa.key,
    [headers.callerAddress]: '127.0.0.1',
  };
  const isFilled = await fillCompany(database, {
    schema: service,
    empresa_id: demoEmpresa.id,
    fill: (setMoment) =>
      fill(async (at, { id, method = 'POST', url, payload }) => {
        now = at;
        await setMoment(at, id);
        const reply = await app.inject({
          method,
          url: `/api/v1${url}`,
          headers: { ...identity, [headers.requestId]: randomUUID() },
          ...(payload && { payload }),
        });
        if (reply.statusCode >= 300) throw new Error(`${method} ${url}: ${reply.statusCode} ${reply.body}`);
        return reply.json();
      }, today),
  });
  print(`${service}: the demo company ${isFilled ? 'got its records' : 'has records'}`);
  await app.close();
};
