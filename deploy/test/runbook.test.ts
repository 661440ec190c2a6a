import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { environment } from '../../gateway/src/config.ts';
import { deployFolder } from './deploy-folder.ts';
import { vault } from './environment.ts';
import { type Labels, ofKind, podsOf } from './kubernetes.ts';
import { itRendered, objectsOf } from './overlays.ts';

const read = (path: string): string => readFileSync(`${deployFolder}${path}`, 'utf8');
const runbook = read('README.md');
const processes = ['gateway', 'sales', 'catalog', 'clients'];

describe('settings of production', () => {
  const block = /^# configMapGenerator:\n(?:# .*\n)+?(?=# deploy)/m.exec(
    read('overlays/production/kustomization.yaml'),
  );
  const [generator] = parse((block?.[0] ?? '').replaceAll(/^# /gm, '')).configMapGenerator;

  it('are offered as lines to uncomment, which the processes accept', () => {
    expect(generator).toMatchObject({ name: 'environment', behavior: 'merge' });
    const given = generator.literals.map((line: string) => line.split('=')) as [string, string][];
    expect(given.map(([name]) => name)).toEqual(
      expect.arrayContaining(['CORS_ORIGINS', 'TRUSTED_PROXIES', 'DATABASE_CONNECTIONS', 'AUDIT_RETENTION_DAYS']),
    );
    const shape = environment.shape as Record<string, { safeParse(value: string): { success: boolean } }>;
    for (const [name, value] of given) expect([name, shape[name]?.safeParse(value).success]).toEqual([name, true]);
  });

  itRendered('take effect: no container has a variable of its own with that name', () => {
    const names = generator.literals.map((line: string) => line.split('=')[0]);
    const objects = objectsOf('production with all components');
    const own = podsOf(objects).flatMap(({ spec }) => spec.containers.flatMap(({ env = [] }) => env));
    expect(own.map(({ name }) => name).filter((name) => names.includes(name))).toEqual([]);
  });
});

it('"Secrets" lists the entries of the vault with their properties', () => {
  const section = /^### Secrets\n[\s\S]*?(?=^###)/m.exec(runbook)?.[0] ?? '';
  const rows = [...section.matchAll(/^\| `([A-Z_]+)` +\| `representa\/(.+?)`/gm)];
  const propertiesOf = (entry: string): string[] =>
    rows.filter(([, , name]) => name === entry).map(([, key = '']) => key);
  expect(Object.keys(vault)).toEqual([...processes, 'shared'].map((name) => `representa/${name}`));
  for (const name of processes)
    expect(new Set(vault[`representa/${name}`])).toEqual(
      new Set([...propertiesOf('<process>'), ...propertiesOf(name)]),
    );
  expect(vault['representa/shared']).toEqual(propertiesOf('shared'));
});

describe('"Names"', () => {
  it.each([
    ['host name', 'api.representa.example'],
    ['ingress class', 'ingressClassName'],
    ['namespace of Traefik', 'kubernetes.io/metadata.name: traefik'],
    ['issuer of the certificate', 'cert-manager.io/cluster-issuer'],
  ])('lists every file that has the %s', (what, text) => {
    const row = runbook.split('\n').find((line) => line.includes(`| ${what} `)) ?? '';
    const named = [...row.matchAll(/`([\w/.-]+\.yaml)`/g)].map(([, path = '']) =>
      path.includes('/') ? path : `overlays/production/${path}`,
    );
    const having = execFileSync('grep', ['-rlF', text, 'overlays/production', 'components'], { cwd: deployFolder });
    expect(named.sort()).toEqual(String(having).trim().split('\n').sort());
  });
});

itRendered('RepresentaBackupOld finds the Jobs of the CronJobs by their label', () => {
  const [, label = '', value] = /get jobs,pods -l (\S+)=(\w+)/.exec(runbook) ?? [];
  const objects = objectsOf('production with all components');
  const cronJobs = ofKind<{ jobTemplate: { metadata: { labels: Labels } } }>(objects, 'CronJob');
  const found = cronJobs.filter(({ spec }) => spec.jobTemplate.metadata.labels[label] === value);
  expect(found.map(({ metadata }) => metadata.name)).toEqual(['backup', 'restore-drill']);
});

it('the way back undoes the gateway before the services', () => {
  const commands = /^#### The way back\n[\s\S]*?```sh\n([\s\S]*?)```/m.exec(runbook)?.[1] ?? '';
  expect(commands).toMatch(/for process in gateway sales catalog clients;/);
});
