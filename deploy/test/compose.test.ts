import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readCompose } from './compose.ts';
import { deployFolder } from './deploy-folder.ts';
import { podsOf } from './kubernetes.ts';
import { itRendered, objectsOf } from './overlays.ts';
import { problemsOf, programOf } from './programs.ts';

const { services, networks, volumes } = readCompose();
const all = Object.entries(services).map(([name, service]) => ({ name, service }));
const own = all.filter(({ service }) => programOf(service.image, service.command));

/** Everything that must run or have run before a service starts. */
const dependenciesOf = (name: string): Set<string> => {
  const direct = Object.keys(services[name]?.depends_on ?? {});
  return new Set(direct.flatMap((other) => [other, ...dependenciesOf(other)]));
};

describe('docker-compose.yml', () => {
  it.each(all)('$name has a pinned image and a memory limit', ({ service: { image, mem_limit } }) => {
    expect(image).toMatch(/^(representa\/[a-z]+:dev|[a-z/-]+:v?\d+\.\d+(\.\d+)?)$/);
    expect(mem_limit).toMatch(/^\d+[mg]$/);
  });

  it.each(['gateway', 'sales', 'catalog', 'clients'])(
    '%s has a memory limit above the 250 MB of a busy process',
    (name) => {
      expect(Number(/^(\d+)m$/.exec(services[name]?.mem_limit ?? '')?.[1])).toBeGreaterThanOrEqual(384);
    },
  );

  it.each(own)('$name builds its own image', ({ service: { image, build } }) => {
    expect(build).toMatchObject({ context: '.', dockerfile: 'deploy/Dockerfile' });
    expect(image).toBe(`representa/${build?.args.PROCESS}:dev`);
  });

  it.each(own)(
    '$name gets exactly the variables that it reads',
    ({ service: { image, command, environment = {} } }) => {
      const program = programOf(image, command);
      const nonEmpty = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
      expect(program && problemsOf(program, nonEmpty)).toEqual([]);
      expect(Object.keys(environment).filter((name) => !program?.reads.has(name))).toEqual([]);
    },
  );

  it.each(all)('$name has a read-only file system and no privileges', ({ name, service }) => {
    expect(service.security_opt).toContain('no-new-privileges:true');
    // PostgreSQL's image starts as root, to give its folder to its own user.
    if (name === 'postgres') return;
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
  });

  it.each(all)('$name mounts existing files and volumes', ({ service }) => {
    for (const [source = ''] of (service.volumes ?? []).map((volume) => volume.split(':'))) {
      if (source.startsWith('./')) expect(existsSync(`${deployFolder}../${source}`)).toBe(true);
      else expect(volumes).toHaveProperty(source);
    }
  });

  it.each(all)('$name waits for conditions that can be met', ({ service }) => {
    for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
      const waited = services[other];
      if (condition === 'service_healthy') expect(waited?.healthcheck?.test).toBeDefined();
      if (condition === 'service_completed_successfully') expect(waited?.restart).toBe('no');
      expect(service.profiles).toEqual(waited?.profiles);
    }
  });

  it.each(['gateway', 'sales', 'catalog', 'clients'])(
    '%s is healthy when it can serve requests, not as soon as it runs',
    (name) => {
      expect(services[name]?.healthcheck?.test).toEqual(['CMD', 'node', 'healthcheck.mjs', '/readyz']);
    },
  );

  it('starts the gateway last', () => {
    const needed = all.filter(({ name, service }) => !service.profiles && name !== 'gateway').map(({ name }) => name);
    expect([...dependenciesOf('gateway')].sort()).toEqual(needed.sort());
  });

  it('prepares the database, then migrates, then starts the processes', () => {
    for (const name of ['gateway', 'sales', 'catalog', 'clients']) {
      expect(dependenciesOf(name)).toContain(`${name}-migrate`);
      expect(dependenciesOf(`${name}-migrate`)).toContain('prepare');
    }
    expect(dependenciesOf('prepare')).toContain('postgres');
  });

  it('publishes ports on this machine only, and isolates the other services', () => {
    expect(networks.inside).toEqual({ internal: true });
    for (const { service } of all) {
      for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
      expect(service.networks).toEqual(service.ports ? ['inside', 'outside'] : ['inside']);
    }
    expect(services.gateway?.ports).toEqual(['127.0.0.1:3000:3000', '127.0.0.1:3100:3100']);
  });

  it.each(['gateway', 'sales', 'catalog', 'clients'])('%s has the passwords of the stores', (name) => {
    const { DATABASE_URL = '', NATS_URL = '', REDIS_URL } = services[name]?.environment ?? {};
    const variable = name.toUpperCase();
    expect(new URL(DATABASE_URL)).toMatchObject({
      username: name,
      password: services.prepare?.environment?.[`${variable}_DATABASE_PASSWORD`],
    });
    expect(services[`${name}-migrate`]?.environment).toEqual({ DATABASE_URL });
    expect(`"${new URL(NATS_URL).password}"`).toBe(services.nats?.environment?.[`NATS_${variable}_PASSWORD`]);
    if (REDIS_URL) expect(new URL(REDIS_URL).password).toBe(services.redis?.environment?.REDISCLI_AUTH);
  });

  itRendered('has the same stores as the development cluster', () => {
    const objects = objectsOf('dev');
    const images = podsOf(objects)
      .filter(({ owner }) => owner.kind === 'StatefulSet')
      .map(({ spec }) => spec.containers[0]?.image);
    expect(images.sort()).toEqual(['nats', 'postgres', 'redis'].map((name) => services[name]?.image));
  });

  it('sends metrics to Prometheus and traces to the collector', () => {
    const read = (path: string) => parse(readFileSync(`${deployFolder}observability/${path}`, 'utf8'));
    const names = ['gateway', 'sales', 'catalog', 'clients'];
    expect(read('prometheus.yml').scrape_configs).toMatchObject([
      {
        dns_sd_configs: [{ names, port: 9464 }],
        relabel_configs: [{ source_labels: ['__meta_dns_name'], target_label: 'job' }, { target_label: 'namespace' }],
      },
    ]);
    for (const name of names) expect(services[name]?.environment?.OTEL_METRICS_EXPORTER).toBe('prometheus');
    expect(read('collector.yml').receivers.otlp.protocols.http.endpoint).toBe('0.0.0.0:4318');
  });
});
