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

/** Who may open a connection to whom, as `from → to:port`: pods by their names, other namespaces by theirs. */
export const callGraph = (objects: KubernetesObject[]): string[] => {
  const pods = podsOf(objects);
  const rules = policiesOf(objects).flatMap(({ spec }) => [
    ...(spec.egress ?? []).map(({ to, ports }) => ({ way: 'out', subject: spec.podSelector, peers: to, ports })),
    ...(spec.ingress ?? []).map(({ from, ports }) => ({ way: 'in', subject: spec.podSelector, peers: from, ports })),
  ]);
  const isAllowed = (way: string, subject: Pod, peer: Pod, port: number): boolean =>
    rules.some(
      (rule) =>
        rule.way === way &&
        selects(rule.subject, subject.labels) &&
        rule.peers.some((one) => !one.namespaceSelector && selects(one.podSelector ?? {}, peer.labels)) &&
        rule.ports.some((one) => one.port === port),
    );
  const among = pods.flatMap((from) =>
    pods.flatMap((to) =>
      to.spec.containers
        .flatMap(({ ports = [] }) => ports)
        .filter(({ containerPort: port }) => isAllowed('out', from, to, port) && isAllowed('in', to, from, port))
        .map(({ containerPort }) => `${nameOf(from)} → ${nameOf(to)}:${containerPort}`),
    ),
  );
  const beyond = rules.flatMap(({ way, subject, peers, ports }) =>
    pods
      .filter(({ labels }) => selects(subject, labels))
      .flatMap((pod) => peers.map((peer) => ({ pod: nameOf(pod), elsewhere: namespaceOf(peer) })))
      .filter(({ elsewhere }) => elsewhere !== undefined)
      .flatMap(({ pod, elsewhere }) =>
        ports.map(({ port }) => (way === 'out' ? `${pod} → ${elsewhere}:${port}` : `${elsewhere} → ${pod}:${port}`)),
      ),
  );
  return [...new Set([...among, ...beyond])].sort();
};
