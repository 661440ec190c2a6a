import { execFile, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { promisify } from 'node:util';
import type { ProcessName } from '@representa/contracts';
import { usersConfig } from '@representa/contracts';
import {
  freePort,
  makeSecrets,
  roleUrl,
  startPostgres,
  startProcesses,
  startRedis,
  workspaceOf,
} from '@representa/local-stack';
import { until } from '@representa/testing';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { deployFolder } from './deploy-folder.ts';
import { hasClients, path as postgresPath } from './postgres-clients.ts';

/** A certificate authority, and a certificate for localhost signed by it. */
const makeCertificates = (folder: string): void => {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.crt', '-days', '2', '-subj', '/CN=Test authority');
  openssl('req', ...key, '-keyout', 'server.key', '-out', 'server.csr', '-subj', '/CN=localhost');
  writeFileSync(join(folder, 'extensions'), 'subjectAltName = DNS:localhost\n');
  const signed = ['-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'extensions', '-days', '2'];
  openssl('x509', '-req', '-in', 'server.csr', '-out', 'server.crt', ...signed);
};

let folder: string;
const stops: (() => unknown)[] = [];
let database: { url: string; rolePasswords: Record<ProcessName, string> };
let nats: { urlFor(user: ProcessName): string };
let redis: { url: string };
let redisConnections = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'private-ca-'));
  chmodSync(folder, 0o711);
  makeCertificates(folder);
  await Promise.all([startPostgresWithTls(), startNatsWithTls(), startRedisWithTls()]);
});
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Refuses connections without TLS. */
const startPostgresWithTls = async (): Promise<void> => {
  const server = await startPostgres({ dataDir: folder });
  stops.push(() => server.stop());
  const data = join(folder, 'postgres');
  const { uid, gid } = statSync(data);
  for (const name of ['server.crt', 'server.key']) {
    copyFileSync(join(folder, name), join(data, name));
    chownSync(join(data, name), uid, gid);
    chmodSync(join(data, name), 0o600);
  }
  const admin = postgres(server.url, { max: 1 });
  await admin`alter system set ssl = on`;
  const rules = join(data, 'pg_hba.conf');
  writeFileSync(rules, `hostnossl all all all reject\n${readFileSync(rules, 'utf8')}`);
  await admin`select pg_reload_conf()`;
  await admin.end();
  const url = server.url.replace('127.0.0.1', 'localhost');
  database = { url: `${url}?sslmode=verify-full`, rolePasswords: server.rolePasswords };
};

const startNatsWithTls = async (): Promise<void> => {
  const port = await freePort();
  const { nats: passwords } = makeSecrets();
  const users = usersConfig((user) => `"${passwords[user]}"`);
  writeFileSync(
    join(folder, 'nats-tls.conf'),
    `listen: "127.0.0.1:${port}"\n${users}\ntls { cert_file: "server.crt", key_file: "server.key" }\n`,
  );
  const child = spawn('nats-server', ['--config', 'nats-tls.conf'], { cwd: folder, stdio: 'ignore' });
  stops.push(() => child.kill());
  nats = { urlFor: (user) => `tls://${user}:${passwords[user]}@localhost:${port}` };
};

/** TLS in front of a Redis without it. */
const startRedisWithTls = async (): Promise<void> => {
  const server = await startRedis();
  const { port, password } = new URL(server.url);
  const certificate = { key: readFileSync(join(folder, 'server.key')), cert: readFileSync(join(folder, 'server.crt')) };
  const front = createServer(certificate, (socket) => {
    redisConnections += 1;
    const behind = connect(Number(port), '127.0.0.1');
    for (const end of [socket, behind]) end.on('error', () => {});
    socket.pipe(behind).pipe(socket);
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  stops.push(
    () => server.stop(),
    () => front.close(),
  );
  redis = { url: `rediss://:${password}@localhost:${(front.address() as AddressInfo).port}` };
};

const trusting = () => ({ NODE_EXTRA_CA_CERTS: join(folder, 'ca.crt') });
const run = promisify(execFile);

/** As the Jobs do it. */
const prepareAndMigrate = async (): Promise<void> => {
  const build = "import { buildWhenStale } from './esbuild.config.mjs'; await buildWhenStale(['deploy/prepare']);";
  await run(process.execPath, ['--input-type=module', '--eval', build], { cwd: `${deployFolder}..` });
  const passwords = Object.entries(database.rolePasswords).map(([role, password]) => [
    `${role.toUpperCase()}_DATABASE_PASSWORD`,
    password,
  ]);
  const env = { ...trusting(), ADMIN_DATABASE_URL: database.url, ...Object.fromEntries(passwords) };
  await run(process.execPath, [`${deployFolder}prepare/dist/main.js`], { env });
  await Promise.all(
    (['gateway', 'sales', 'catalog', 'clients'] as const).map((role) =>
      run(process.execPath, [join(workspaceOf(role), 'dist/migrate.js')], {
        env: { ...trusting(), DATABASE_URL: roleUrl(database, role) },
      }),
    ),
  );
};

it('processes and Jobs that trust the private authority use PostgreSQL, NATS and Redis over TLS', async () => {
  await prepareAndMigrate();
  const servers = { postgres: database, nats, redis, gatewaySecret: makeSecrets().gatewaySecret };
  const seeding = {
    ...trusting(),
    NODE_ENV: 'development',
    DATABASE_URL: roleUrl(database, 'gateway'),
    NATS_URL: nats.urlFor('gateway'),
    REDIS_URL: redis.url,
  };
  await run(process.execPath, [join(workspaceOf('gateway'), 'dist/empresas.js'), 'seed-demo'], { env: seeding });
  const processes = await startProcesses(servers, { env: trusting() });
  stops.push(() => processes.stop());
  const create = async (path: string, body: object): Promise<{ data: { id: string } }> => {
    const headers = { 'x-api-key': 'demo-empresa-a', 'content-type': 'application/json' };
    const reply = await fetch(`${processes.url}/api/v1/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    expect(reply.status).toBe(201);
    return (await reply.json()) as { data: { id: string } };
  };
  const client = await create('clients', {
    nome: 'Cliente',
    email: 'cliente@tls.example',
    telefone: '11987654321',
    cidade: 'São Paulo',
    estado: 'SP',
  });
  const representada = await create('representadas', { nome: 'Indústria' });
  // Asks clients and catalog over NATS.
  await create('sales', {
    data: '2026-01-10',
    clienteId: client.data.id,
    representadaId: representada.data.id,
    itens: [{ produtoId: 'P', quantidade: 1, valorUnitario: 2 }],
  });
  expect(redisConnections).toBeGreaterThan(0);
}, 90_000);

describe.runIf(hasClients())('the backup', () => {
  const backUp = (authorities: { PUBLIC_AUTHORITIES: string; PRIVATE_AUTHORITIES: string }, url = database.url) => {
    const backups = mkdtempSync(join(folder, 'backups-'));
    const env = { PATH: postgresPath, DATABASE_URL: url, BACKUP_FOLDER: backups, TMPDIR: backups, ...authorities };
    return run('bash', [`${deployFolder}components/backup/backup.sh`], { env });
  };

  it('trusts the public and the private authorities, whichever PostgreSQL has', async () => {
    const [own, missing, other] = ['ca.crt', 'missing.crt', 'other.crt'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    execFileSync('openssl', [...request, '-keyout', '/dev/null', '-out', other, '-subj', '/CN=Another'], {
      stdio: 'pipe',
    });
    for (const [PUBLIC_AUTHORITIES, PRIVATE_AUTHORITIES] of [
      [own, other],
      [other, own],
      [own, missing],
    ] as const)
      expect((await backUp({ PUBLIC_AUTHORITIES, PRIVATE_AUTHORITIES })).stdout).toMatch(/made representa-/);
    const refused = backUp({ PUBLIC_AUTHORITIES: other, PRIVATE_AUTHORITIES: missing });
    await expect(refused).rejects.toThrow(/certificate verify failed/);
    // Without `verify` in the address nobody asked for a check.
    const unchecked = database.url.replace('verify-full', 'require');
    const { stdout } = await backUp({ PUBLIC_AUTHORITIES: other, PRIVATE_AUTHORITIES: other }, unchecked);
    expect(stdout).toMatch(/made representa-/);
  }, 60_000);

  it('gets the public authorities of Node, because its image has none', async () => {
    const [cronJob] = parseAllDocuments(readFileSync(`${deployFolder}components/backup/backup.yaml`, 'utf8'))
      .map((document) => document.toJS())
      .filter(({ kind, metadata }) => kind === 'CronJob' && metadata.name === 'backup');
    const [{ args }] = cronJob.spec.jobTemplate.spec.template.spec.initContainers;
    const file = join(folder, 'public.crt');
    await run(
      process.execPath,
      args.map((one: string) => one.replace('/tmp/public-authorities.crt', file)),
    );
    expect(readFileSync(file, 'utf8').match(/BEGIN CERTIFICATE/g)?.length).toBeGreaterThan(50);
    execFileSync('openssl', ['crl2pkcs7', '-nocrl', '-certfile', file, '-out', '/dev/null']);
  });
});

it('a Job that does not trust it names the reason while it waits', async () => {
  const env = { DATABASE_URL: roleUrl(database, 'sales') };
  const child = spawn(process.execPath, [join(workspaceOf('sales'), 'dist/migrate.js')], { env, stdio: 'pipe' });
  stops.push(() => child.kill());
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  await until('it says why', () => /waiting for PostgreSQL at localhost:\d+: .*certificate/.test(output));
  expect(output).not.toContain(database.rolePasswords.sales);
});
