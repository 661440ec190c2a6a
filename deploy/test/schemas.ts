import { z } from 'zod';
import type { KubernetesObject } from './kubernetes.ts';

type Validate = (this: unknown) => void;

const duration = z.string().regex(/^\d+(ms|s|m|h)$/);

/** Schemas of custom resources, with the fields that are used here. */
const custom: Record<string, z.ZodType> = {
  'monitoring.coreos.com/v1 ServiceMonitor': z.strictObject({
    selector: z.strictObject({ matchLabels: z.record(z.string(), z.string()) }),
    endpoints: z.array(
      z.strictObject({ port: z.string(), path: z.string(), interval: duration, scrapeTimeout: duration }),
    ),
  }),
  'monitoring.coreos.com/v1 PrometheusRule': z.strictObject({
    groups: z.array(
      z.strictObject({
        name: z.string(),
        rules: z.array(
          z.union([
            z.strictObject({
              record: z.string(),
              expr: z.string(),
              labels: z.record(z.string(), z.string()).optional(),
            }),
            z.strictObject({
              alert: z.string(),
              expr: z.string(),
              for: duration.optional(),
              labels: z.strictObject({ severity: z.enum(['critical', 'warning']) }),
              annotations: z.strictObject({ summary: z.string(), runbook_url: z.url() }),
            }),
          ]),
        ),
      }),
    ),
  }),
  'traefik.io/v1alpha1 Middleware': z.strictObject({
    redirectScheme: z.strictObject({ scheme: z.literal('https'), permanent: z.boolean() }),
  }),
  'external-secrets.io/v1 ExternalSecret': z.strictObject({
    refreshInterval: duration,
    secretStoreRef: z.strictObject({ kind: z.enum(['SecretStore', 'ClusterSecretStore']), name: z.string() }),
    target: z.strictObject({ name: z.string() }),
    dataFrom: z.array(z.strictObject({ extract: z.strictObject({ key: z.string() }) })),
  }),
};

/** Validates an object by the schema of its kind. Finds values of the wrong type and unknown fields. */
export const problemsOf = async (object: KubernetesObject): Promise<string[]> => {
  const { apiVersion, kind, spec } = object;
  const schema = custom[`${apiVersion} ${kind}`];
  if (schema) return (schema.safeParse(spec).error?.issues ?? []).map(({ path, message }) => `${path}: ${message}`);
  const module = `kubernetes-models/${apiVersion}/${kind}`;
  const models = (await import(/* @vite-ignore */ module)) as Record<string, unknown>;
  const { validate } = (models[kind] as { prototype: { validate: Validate } }).prototype;
  const read = new Set<string>();
  try {
    validate.call(recordReads(kind === 'Secret' ? withoutLineBreaks(object) : object, '', read));
  } catch (error) {
    return [(error as Error).message];
  }
  return pathsOf(object, '').filter((path) => !read.has(path));
};

/** kustomize wraps long base64. A cluster accepts the line breaks, the schema does not. */
const withoutLineBreaks = ({ data = {}, ...rest }: KubernetesObject): KubernetesObject => ({
  ...rest,
  data: Object.fromEntries(Object.entries(data).map(([key, value]) => [key, value.replaceAll('\n', '')])),
});

/** The schemas accept unknown fields. A proxy records which fields the validation reads; unknown fields are never read. */
const recordReads = (value: unknown, path: string, read: Set<string>): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  return new Proxy(value, {
    get: (target, key) => {
      const inside = Reflect.get(target, key) as unknown;
      if (typeof key === 'symbol' || typeof inside === 'function') return inside;
      read.add(`${path}/${key}`);
      return recordReads(inside, `${path}/${key}`, read);
    },
  });
};

const pathsOf = (value: unknown, path: string): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inside]) => [`${path}/${key}`, ...pathsOf(inside, `${path}/${key}`)]);
};
