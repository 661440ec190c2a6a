import { readFileSync } from 'node:fs';
import { usersConfig } from '@representa/contracts';
import { expect, it } from 'vitest';
import { Document, parseAllDocuments } from 'yaml';
import { deployFolder } from './deploy-folder.ts';
import type { PodSpec } from './kubernetes.ts';

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

it('nats-users.conf has the permissions of the contracts', () => {
  const file = readFileSync(`${deployFolder}stores/nats-users.conf`, 'utf8');
  const passwordOf = (user: string): string => `$NATS_${user.toUpperCase()}_PASSWORD`;
  expect(file.replace(/^#.*\n/gm, '')).toBe(usersConfig(passwordOf));
});
