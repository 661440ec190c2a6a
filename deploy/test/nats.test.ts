import { readFileSync } from 'node:fs';
import { type ProcessName, processes } from '@representa/contracts';
import { natsConfig } from '@representa/local-stack';
import { expect, it } from 'vitest';
import { Document, parseAllDocuments } from 'yaml';
import { deployFolder } from './deploy-folder.ts';
import type { PodSpec } from './kubernetes.ts';

const withoutComments = (text: string): string => text.replace(/^#.*\n/gm, '').trim();

interface Pods {
  spec: { template: { spec: PodSpec } };
}

it('the pods of NATS are probed and reached at the ports where it listens', () => {
  const config = readFileSync(`${deployFolder}stores/nats.conf`, 'utf8');
  const portOf = (setting: string): number =>
    Number(new RegExp(`^${setting}: "0.0.0.0:(\\d+)"$`, 'm').exec(config)?.[1]);
  const [, workload = new Document()] = parseAllDocuments(readFileSync(`${deployFolder}stores/nats.yaml`, 'utf8'));
  const [container] = (workload.toJS() as Pods).spec.template.spec.containers;
  expect(container?.ports).toEqual([
    { name: 'nats', containerPort: portOf('listen') },
    { name: 'monitor', containerPort: portOf('http') },
  ]);
  for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe'] as const)
    expect(container?.[probe]?.httpGet).toEqual({ path: '/healthz', port: 'monitor' });
});

it('nats-users.conf has the permissions of the tests', () => {
  const placeholders = Object.fromEntries(processes.map((name) => [name, `password of ${name}`]));
  const passwords = placeholders as Record<ProcessName, string>;
  const config = natsConfig({ host: '127.0.0.1', port: 4222, serverName: 'representa', passwords });
  const users = config
    .slice(config.indexOf('authorization'))
    .replace(/"password of (\w+)"/g, (_match, name: string) => `$NATS_${name.toUpperCase()}_PASSWORD`);
  expect(withoutComments(readFileSync(`${deployFolder}stores/nats-users.conf`, 'utf8'))).toBe(users.trim());
});
