import type { Container, KubernetesObject } from './kubernetes.ts';

export type Values = Record<string, string>;

/** Placeholders for values that only the platform's vault has. */
const external: Values = {
  DATABASE_URL: 'postgres://user:password@host:5432/representa',
  NATS_URL: 'nats://user:password@host:4222',
  REDIS_URL: 'rediss://:password@host:6379',
  GATEWAY_SECRET: 'a secret of enough characters',
  ADMIN_TOKEN: 'a-token-of-at-least-thirty-two-characters',
};

interface ExternalSecretSpec {
  target: { name: string };
  data: { secretKey: string }[];
}

/** The contents of every ConfigMap and Secret, by kind and name. */
export const storedValues = (objects: KubernetesObject[]): Map<string, Values> => {
  const stored = new Map<string, Values>();
  for (const { kind, metadata, data = {}, spec } of objects) {
    if (kind === 'ConfigMap') stored.set(`ConfigMap ${metadata.name}`, data);
    if (kind === 'Secret') stored.set(`Secret ${metadata.name}`, decoded(data));
    if (kind === 'ExternalSecret') {
      const { target, data: entries } = spec as ExternalSecretSpec;
      const values = entries.map(({ secretKey }) => [secretKey, external[secretKey] ?? 'unknown']);
      stored.set(`Secret ${target.name}`, Object.fromEntries(values) as Values);
    }
  }
  return stored;
};

const decoded = (data: Values): Values =>
  Object.fromEntries(Object.entries(data).map(([key, value]) => [key, Buffer.from(value, 'base64').toString()]));

/** The keys of ConfigMaps and Secrets that a container refers to, as `kind name key`. `envFrom` refers to all keys. */
export const referencedKeys = ({ env = [], envFrom = [] }: Container, stored: Map<string, Values>): string[] => [
  ...envFrom
    .map(({ configMapRef, secretRef }) =>
      configMapRef ? `ConfigMap ${configMapRef.name}` : `Secret ${secretRef?.name}`,
    )
    .flatMap((source) => Object.keys(stored.get(source) ?? { '(missing)': '' }).map((key) => `${source} ${key}`)),
  ...env.flatMap(({ valueFrom }) => {
    if (valueFrom?.secretKeyRef) return [`Secret ${valueFrom.secretKeyRef.name} ${valueFrom.secretKeyRef.key}`];
    if (valueFrom?.configMapKeyRef)
      return [`ConfigMap ${valueFrom.configMapKeyRef.name} ${valueFrom.configMapKeyRef.key}`];
    return [];
  }),
];

/** The environment of a container's process. */
export const environmentOf = (container: Container, stored: Map<string, Values>): Values => {
  const values: Values = {};
  for (const { configMapRef, secretRef } of container.envFrom ?? [])
    Object.assign(values, stored.get(configMapRef ? `ConfigMap ${configMapRef.name}` : `Secret ${secretRef?.name}`));
  for (const { name, value = '', valueFrom } of container.env ?? []) {
    const { secretKeyRef, configMapKeyRef } = valueFrom ?? {};
    if (secretKeyRef) values[name] = stored.get(`Secret ${secretKeyRef.name}`)?.[secretKeyRef.key] ?? '';
    else if (configMapKeyRef)
      values[name] = stored.get(`ConfigMap ${configMapKeyRef.name}`)?.[configMapKeyRef.key] ?? '';
    else values[name] = value.replace(/\$\((\w+)\)/g, (_reference, other: string) => values[other] ?? '');
  }
  return values;
};
