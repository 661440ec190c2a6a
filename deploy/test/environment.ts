import type { Container, KeyReference, KubernetesObject } from './kubernetes.ts';

export type Values = Record<string, string>;

/** Placeholders for values that only the platform's vault has. */
const external: Values = {
  DATABASE_URL: 'postgres://user:password@host:5432/representa',
  NATS_URL: 'nats://user:password@host:4222',
  REDIS_URL: 'rediss://:password@host:6379',
  GATEWAY_SECRET: 'a secret of enough characters',
  ADMIN_DATABASE_URL: 'postgres://admin:password@host:5432/representa',
  GATEWAY_DATABASE_PASSWORD: 'password of gateway',
  SALES_DATABASE_PASSWORD: 'password of sales',
  CATALOG_DATABASE_PASSWORD: 'password of catalog',
  CLIENTS_DATABASE_PASSWORD: 'password of clients',
  ADMIN_TOKEN: 'a-token-of-at-least-thirty-two-characters',
  AUDIT_SIGNING_KEY: 'a-key-of-at-least-thirty-two-characters',
  DIRECT_DATABASE_URL: 'postgres://user:password@host:5432/representa',
};

const processKeys = ['DATABASE_URL', 'NATS_URL', 'GATEWAY_SECRET'];

/** The Secrets that a platform creates by hand, unless an operator does (README.md, "Secrets"). */
const byHand: Record<string, string[]> = {
  'gateway-environment': [...processKeys, 'REDIS_URL', 'ADMIN_TOKEN'],
  'sales-environment': processKeys,
  'catalog-environment': processKeys,
  'clients-environment': processKeys,
  'prepare-environment': Object.keys(external).filter((key) => /^ADMIN_DATABASE|PASSWORD$/.test(key)),
  'backup-environment': ['DATABASE_URL'],
};

const everyProcess = ['DATABASE_URL', 'DIRECT_DATABASE_URL', 'NATS_URL'];

/** The entries of a vault that also has the optional keys, and the names of their properties (README.md, "Secrets"). */
export const vault: Record<string, string[]> = {
  'representa/gateway': [...everyProcess, 'REDIS_URL', 'ADMIN_TOKEN'],
  'representa/sales': everyProcess,
  'representa/catalog': everyProcess,
  'representa/clients': everyProcess,
  'representa/shared': ['GATEWAY_SECRET', 'AUDIT_SIGNING_KEY'],
};

const valuesOf = (keys: string[]): Values => Object.fromEntries(keys.map((key) => [key, external[key] ?? 'unknown']));

interface ExternalSecretSpec {
  target: { name: string };
  dataFrom: { extract: { key: string } }[];
}

/** The contents of every ConfigMap and Secret, by kind and name. */
export const storedValues = (objects: KubernetesObject[]): Map<string, Values> => {
  const stored = new Map<string, Values>();
  if (!objects.some(({ kind }) => kind === 'Secret'))
    for (const [name, keys] of Object.entries(byHand)) stored.set(`Secret ${name}`, valuesOf(keys));
  for (const { kind, metadata, data = {}, spec } of objects) {
    if (kind === 'ConfigMap') stored.set(`ConfigMap ${metadata.name}`, data);
    if (kind === 'Secret') stored.set(`Secret ${metadata.name}`, decoded(data));
    if (kind === 'ExternalSecret') {
      const { target, dataFrom } = spec as ExternalSecretSpec;
      stored.set(`Secret ${target.name}`, valuesOf(dataFrom.flatMap(({ extract }) => vault[extract.key] ?? [])));
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
    const { secretKeyRef, configMapKeyRef } = valueFrom ?? {};
    if (secretKeyRef && !isMissingOptional('Secret', secretKeyRef, stored))
      return [`Secret ${secretKeyRef.name} ${secretKeyRef.key}`];
    if (configMapKeyRef && !isMissingOptional('ConfigMap', configMapKeyRef, stored))
      return [`ConfigMap ${configMapKeyRef.name} ${configMapKeyRef.key}`];
    return [];
  }),
];

const isMissingOptional = (
  kind: 'ConfigMap' | 'Secret',
  { name, key, optional }: KeyReference,
  stored: Map<string, Values>,
): boolean => optional === true && !(key in (stored.get(`${kind} ${name}`) ?? {}));

/** The environment of a container's process. */
export const environmentOf = (container: Container, stored: Map<string, Values>): Values => {
  const values: Values = {};
  for (const { configMapRef, secretRef } of container.envFrom ?? [])
    Object.assign(values, stored.get(configMapRef ? `ConfigMap ${configMapRef.name}` : `Secret ${secretRef?.name}`));
  for (const { name, value = '', valueFrom } of container.env ?? []) {
    const { secretKeyRef, configMapKeyRef } = valueFrom ?? {};
    if (configMapKeyRef && isMissingOptional('ConfigMap', configMapKeyRef, stored)) continue;
    if (secretKeyRef && isMissingOptional('Secret', secretKeyRef, stored)) continue;
    if (secretKeyRef) values[name] = stored.get(`Secret ${secretKeyRef.name}`)?.[secretKeyRef.key] ?? '';
    else if (configMapKeyRef)
      values[name] = stored.get(`ConfigMap ${configMapKeyRef.name}`)?.[configMapKeyRef.key] ?? '';
    else values[name] = value.replace(/\$\((\w+)\)/g, (_reference, other: string) => values[other] ?? '');
  }
  return values;
};
