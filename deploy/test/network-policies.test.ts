import { expect, it } from 'vitest';
import { type Pod, podsOf, selects } from './kubernetes.ts';
import { callGraph, policiesOf, solver } from './network-policies.ts';
import { components, describeOverlays } from './overlays.ts';

const services = ['sales', 'catalog', 'clients'];
const processes = ['gateway', ...services];
const migrations = processes.map((name) => `${name}-migrate`);

const between = (from: string[], to: string[]): string[] =>
  from.flatMap((one) => to.map((other) => `${one} → ${other}`));

const dns = (pods: string[]): string[] => between([...pods, 'solver'], ['kube-system:53', '169.254.20.10/32:53']);

const dev = [
  ...between(['gateway'], ['sales:3000', 'catalog:3000', 'clients:3000']),
  ...between([...processes, ...migrations, 'prepare', 'seed'], ['postgres:5432']),
  ...between([...processes, 'seed'], ['nats:4222']),
  ...between(['gateway', 'seed'], ['redis:6379']),
  ...dns([...processes, ...migrations, 'prepare', 'seed', 'postgres', 'nats', 'redis']),
];

const production = [
  ...between(['traefik'], ['gateway:3000']),
  ...between(['operator'], ['gateway:3100']),
  ...between(['gateway'], ['sales:3000', 'catalog:3000', 'clients:3000']),
  ...between([...processes, ...migrations], ['data:5432']),
  ...between(processes, ['data:4222']),
  ...between(['gateway'], ['data:6379']),
  ...dns([...processes, ...migrations]),
];

/** What a component adds. The drill reads a volume and needs no connection, but the policy is the same for both. */
const added: Record<string, string[]> = {
  'cert-manager': ['traefik → solver:8089'],
  monitoring: between(
    ['monitoring'],
    processes.map((name) => `${name}:9464`),
  ),
  tracing: between(processes, ['observability:4318']),
  preparation: ['prepare → data:5432', ...dns(['prepare'])],
  backup: [...between(['backup', 'restore-drill'], ['data:5432']), ...dns(['backup', 'restore-drill'])],
};

const expectedOf = (overlay: string): string[] => {
  if (overlay === 'dev') return dev;
  const used = components.filter((name) => overlay.endsWith(` ${name}`) || overlay.endsWith('all components'));
  return [...new Set([...production, ...used.flatMap((name) => added[name] ?? [])])];
};

const portsOf = (pods: Pod[]): Set<number> =>
  new Set(
    pods.flatMap(({ spec }) => spec.containers.flatMap(({ ports = [] }) => ports.map((port) => port.containerPort))),
  );

describeOverlays('in %s', (overlay, objects) => {
  const pods = [...podsOf(objects), solver];

  it('the policies allow exactly the call graph', () => {
    expect(callGraph(objects)).toEqual(expectedOf(overlay).toSorted());
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
        for (const peer of to.filter(({ namespaceSelector, ipBlock }) => !namespaceSelector && !ipBlock)) {
          const peers = pods.filter(({ labels }) => selects(peer.podSelector ?? {}, labels));
          expect(peers).not.toEqual([]);
          for (const { port } of ports) expect(portsOf(peers)).toContain(port);
        }
      }
      for (const { from, ports } of ingress) {
        for (const { port } of ports) expect(portsOf(subjects)).toContain(port);
        for (const peer of from.filter(({ namespaceSelector }) => !namespaceSelector))
          expect(pods.filter(({ labels }) => selects(peer.podSelector ?? {}, labels))).not.toEqual([]);
      }
    },
  );
});
