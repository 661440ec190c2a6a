/** The parts of Kubernetes objects that the tests read. schemas.test.ts checks the rest. */
export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Labels; annotations?: Labels };
  data?: Record<string, string>;
  spec?: unknown;
}

export type Labels = Record<string, string>;

export interface Selector {
  matchLabels?: Labels;
  matchExpressions?: { key: string; operator: string; values?: string[] }[];
}

export interface KeyReference {
  name: string;
  key: string;
  optional?: boolean;
}

export interface Variable {
  name: string;
  value?: string;
  valueFrom?: { secretKeyRef?: KeyReference; configMapKeyRef?: KeyReference };
}

interface Probe {
  httpGet?: { path: string; port: string | number };
  tcpSocket?: { port: string | number };
  exec?: { command: string[] };
}

export interface Container {
  name: string;
  image: string;
  args?: string[];
  env?: Variable[];
  envFrom?: { configMapRef?: { name: string }; secretRef?: { name: string } }[];
  ports?: { name: string; containerPort: number }[];
  startupProbe?: Probe;
  readinessProbe?: Probe;
  livenessProbe?: Probe;
  resources?: { requests?: Labels; limits?: Labels };
  securityContext?: Record<string, unknown>;
  volumeMounts?: { name: string; mountPath: string }[];
}

export interface PodSpec {
  serviceAccountName?: string;
  automountServiceAccountToken?: boolean;
  enableServiceLinks?: boolean;
  terminationGracePeriodSeconds?: number;
  securityContext?: Record<string, unknown>;
  topologySpreadConstraints?: { topologyKey: string; whenUnsatisfiable: string; labelSelector: Selector }[];
  initContainers?: Container[];
  containers: Container[];
  volumes?: {
    name: string;
    configMap?: { name: string; optional?: boolean };
    secret?: { secretName: string };
    emptyDir?: object;
  }[];
}

/** A workload and the template of its pods. */
export interface Pod {
  owner: KubernetesObject;
  labels: Labels;
  spec: PodSpec;
}

const workloads = new Set(['Deployment', 'StatefulSet', 'Job', 'CronJob']);

interface Templated {
  template: { metadata: { labels: Labels }; spec: PodSpec };
}

export const podsOf = (objects: KubernetesObject[]): Pod[] =>
  objects
    .filter(({ kind }) => workloads.has(kind))
    .map((owner) => {
      const spec = owner.spec as Templated & { jobTemplate?: { spec: Templated } };
      const { template } = spec.jobTemplate?.spec ?? spec;
      return { owner, labels: template.metadata.labels, spec: template.spec };
    });

export const ofKind = <Spec>(objects: KubernetesObject[], kind: string): (KubernetesObject & { spec: Spec })[] =>
  objects.filter((object) => object.kind === kind) as (KubernetesObject & { spec: Spec })[];

export const nameOf = ({ kind, metadata }: KubernetesObject): string => `${kind} ${metadata.name}`;

export const selects = ({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Labels): boolean =>
  Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
  matchExpressions.every(({ key, operator, values = [] }) => {
    if (operator !== 'In') throw new Error(`the tests do not support the operator ${operator}`);
    return values.includes(labels[key] ?? '');
  });
