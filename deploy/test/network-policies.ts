import { type KubernetesObject, ofKind, type Pod, podsOf, type Selector, selects } from './kubernetes.ts';

interface Peer {
  ipBlock?: { cidr: string };
  podSelector?: Selector;
  namespaceSelector?: Selector;
}

interface Port {
  protocol: string;
  port: number;
}

export interface PolicySpec {
  podSelector: Selector;
  policyTypes: string[];
  egress?: { to: Peer[]; ports: Port[] }[];
  ingress?: { from: Peer[]; ports: Port[] }[];
}

export const policiesOf = (objects: KubernetesObject[]) => ofKind<PolicySpec>(objects, 'NetworkPolicy');

const nameOf = ({ labels }: Pod): string => labels['app.kubernetes.io/name'] ?? '';

/** The namespace or the address of a peer outside. */
const outsideOf = ({ namespaceSelector, ipBlock }: Peer): string | undefined =>
  ipBlock?.cidr ?? namespaceSelector?.matchLabels?.['kubernetes.io/metadata.name'];

/** A pod that cert-manager starts in the namespace. */
export const solver: Pod = {
  owner: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'solver' } },
  labels: { 'app.kubernetes.io/name': 'solver', 'acme.cert-manager.io/http01-solver': 'true' },
  spec: { containers: [{ name: 'solver', image: 'solver', ports: [{ name: 'http', containerPort: 8089 }] }] },
};

/** The allowed connections as `from → to:port`, with names of pods, of other namespaces, and addresses. */
export const callGraph = (objects: KubernetesObject[]): string[] => {
  const pods = [...podsOf(objects), solver];
  const rules = policiesOf(objects).flatMap(({ spec }) => [
    ...(spec.egress ?? []).map(({ to, ports }) => ({ direction: 'out', subject: spec.podSelector, peers: to, ports })),
    ...(spec.ingress ?? []).map(({ from, ports }) => ({
      direction: 'in',
      subject: spec.podSelector,
      peers: from,
      ports,
    })),
  ]);
  const isAllowed = (direction: string, subject: Pod, peer: Pod, port: number): boolean =>
    rules.some(
      (rule) =>
        rule.direction === direction &&
        selects(rule.subject, subject.labels) &&
        rule.peers.some(
          (one) => !one.namespaceSelector && !one.ipBlock && selects(one.podSelector ?? {}, peer.labels),
        ) &&
        rule.ports.some((one) => one.port === port),
    );
  const betweenPods = pods.flatMap((from) =>
    pods.flatMap((to) =>
      to.spec.containers
        .flatMap(({ ports = [] }) => ports)
        .filter(({ containerPort: port }) => isAllowed('out', from, to, port) && isAllowed('in', to, from, port))
        .map(({ containerPort }) => `${nameOf(from)} → ${nameOf(to)}:${containerPort}`),
    ),
  );
  const otherNamespaces = rules.flatMap(({ direction, subject, peers, ports }) =>
    pods
      .filter(({ labels }) => selects(subject, labels))
      .flatMap((pod) => peers.map((peer) => ({ pod: nameOf(pod), namespace: outsideOf(peer) })))
      .filter(({ namespace }) => namespace !== undefined)
      .flatMap(({ pod, namespace }) =>
        ports.map(({ port }) =>
          direction === 'out' ? `${pod} → ${namespace}:${port}` : `${namespace} → ${pod}:${port}`,
        ),
      ),
  );
  return [...new Set([...betweenPods, ...otherNamespaces])].sort();
};
