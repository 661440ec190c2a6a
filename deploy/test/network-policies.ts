import { type KubernetesObject, ofKind, type Pod, podsOf, type Selector, selects } from './kubernetes.ts';

interface Peer {
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

const namespaceOf = ({ namespaceSelector }: Peer): string | undefined =>
  namespaceSelector?.matchLabels?.['kubernetes.io/metadata.name'];

/** The allowed connections as `from → to:port`, with names of pods and of other namespaces. */
export const callGraph = (objects: KubernetesObject[]): string[] => {
  const pods = podsOf(objects);
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
        rule.peers.some((one) => !one.namespaceSelector && selects(one.podSelector ?? {}, peer.labels)) &&
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
      .flatMap((pod) => peers.map((peer) => ({ pod: nameOf(pod), namespace: namespaceOf(peer) })))
      .filter(({ namespace }) => namespace !== undefined)
      .flatMap(({ pod, namespace }) =>
        ports.map(({ port }) =>
          direction === 'out' ? `${pod} → ${namespace}:${port}` : `${namespace} → ${pod}:${port}`,
        ),
      ),
  );
  return [...new Set([...betweenPods, ...otherNamespaces])].sort();
};
