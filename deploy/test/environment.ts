import type { Container, KubernetesObject } from './kubernetes.ts';

export type Values = Record<string, string>;

/** What stands for a value that only the platform's vault knows. */
const external: Values = {
  DATABASE_URL: 'postgres://user:password@host:5432/representa',
  NATS_URL: 'nats://user:password@host:4222',
  REDIS_URL: 'rediss://:password@host:6379',
  GATEWAY_SECRET: 'a secret of enough characters',
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

/** The keys that a container takes from ConfigMaps and Secrets, as `kind name key`; all of them, where it takes a whole one. */
export const takenKeys = ({ env = [], envFrom = [] }: Container, stored: Map<string, Values>): string[] => [
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

/** What a container's process finds in its environment. */
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
