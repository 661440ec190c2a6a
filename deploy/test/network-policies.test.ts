import { describe, expect, it } from 'vitest';
import { type KubernetesObject, podsOf, selects } from './kubernetes.ts';
import { callGraph, policiesOf } from './network-policies.ts';
import { overlays } from './overlays.ts';

const services = ['sales', 'catalog', 'clients'];
const processes = ['gateway', ...services];
const migrations = processes.map((name) => `${name}-migrate`);

const between = (from: string[], to: string[]): string[] =>
  from.flatMap((one) => to.map((other) => `${one} → ${other}`));

const expected: Record<string, string[]> = {
  dev: [
    ...between(['gateway'], ['sales:3000', 'catalog:3000', 'clients:3000']),
    ...between([...processes, ...migrations, 'prepare', 'seed'], ['postgres:5432']),
    ...between([...processes, 'seed'], ['nats:4222']),
    ...between(['gateway', 'seed'], ['redis:6379']),
    ...between([...processes, ...migrations, 'prepare', 'seed', 'postgres', 'nats', 'redis'], ['kube-system:53']),
  ],
  production: [
    ...between(['traefik'], ['gateway:3000']),
    ...between(['operator'], ['gateway:3100']),
    ...between(['gateway'], ['sales:3000', 'catalog:3000', 'clients:3000']),
    ...between([...processes, ...migrations], ['data:5432']),
    ...between(processes, ['data:4222']),
    ...between(['gateway'], ['data:6379']),
    ...between(
      ['monitoring'],
      processes.map((name) => `${name}:9464`),
    ),
    ...between(processes, ['observability:4318']),
    ...between([...processes, ...migrations], ['kube-system:53']),
  ],
};

const portsOf = (objects: KubernetesObject[]): Set<number> =>
  new Set(
    podsOf(objects).flatMap(({ spec }) =>
      spec.containers.flatMap(({ ports = [] }) => ports.map((port) => port.containerPort)),
    ),
  );

describe.each(overlays)('in %s', (overlay, objects) => {
  const pods = podsOf(objects);

  it('the policies allow exactly the call graph', () => {
    expect(callGraph(objects)).toEqual(expected[overlay]?.toSorted());
  });

  it('a policy denies everything by default', () => {
    const all = policiesOf(objects).find(({ spec }) => Object.keys(spec.podSelector).length === 0 && !spec.egress);
    expect(all?.spec.policyTypes).toEqual(['Ingress', 'Egress']);
  });

  it.each(policiesOf(objects).map((policy) => [policy.metadata.name, policy.spec] as const))(
    '%s selects existing pods and ports',
    (_name, { podSelector, egress = [], ingress = [] }) => {
      const subjects = pods.filter(({ labels }) => selects(podSelector, labels));
      expect(subjects).not.toEqual([]);
      for (const { to, ports } of egress) {
        for (const peer of to.filter(({ namespaceSelector }) => !namespaceSelector)) {
          const peers = pods.filter(({ labels }) => selects(peer.podSelector ?? {}, labels));
          expect(peers).not.toEqual([]);
          for (const { port } of ports) expect(portsOf(peers.map(({ owner }) => owner))).toContain(port);
        }
      }
      for (const { from, ports } of ingress) {
        for (const { port } of ports) expect(portsOf(subjects.map(({ owner }) => owner))).toContain(port);
        for (const peer of from.filter(({ namespaceSelector }) => !namespaceSelector))
          expect(pods.filter(({ labels }) => selects(peer.podSelector ?? {}, labels))).not.toEqual([]);
      }
    },
  );
});
