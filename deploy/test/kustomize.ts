import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import type { KubernetesObject, Labels } from './kubernetes.ts';

/**
 * The part of kustomize that the overlays use, for machines without kustomize. Refuses other fields of a kustomization.
 * Where kustomize is installed, kustomize.test.ts compares the two.
 */
export const render = (directory: string): KubernetesObject[] => withHashedNames(accumulate(directory, []));

interface Kustomization {
  apiVersion: string;
  kind: string;
  namespace?: string;
  resources?: string[];
  components?: string[];
  labels?: { pairs: Labels; includeTemplates?: boolean }[];
  images?: Image[];
  configMapGenerator?: Generator[];
  secretGenerator?: Generator[];
  patches?: { path?: string; patch?: string; target?: { kind: string } }[];
}

/** As written by hand (`newTag`) or by release.sh (`digest`). */
interface Image {
  name: string;
  newName?: string;
  newTag?: string;
  digest?: string;
}

interface Generator {
  name: string;
  behavior?: 'merge';
  literals?: string[];
  files?: string[];
  options?: { disableNameSuffixHash?: boolean; labels?: Labels; annotations?: Labels };
}

/** A JSON patch. */
interface Replacement {
  op: 'replace';
  path: string;
  value: unknown;
}

type Patch = Record<string, unknown> & KubernetesObject & { $patch?: 'delete' };

const known = new Set(
  'apiVersion kind namespace resources components labels images configMapGenerator secretGenerator patches'.split(' '),
);

const read = (...path: string[]): string => readFileSync(join(...path), 'utf8');
const documents = <T>(text: string): T[] => parseAllDocuments(text).map((document) => document.toJS() as T);

const accumulate = (directory: string, given: KubernetesObject[]): KubernetesObject[] => {
  const kustomization = parse(read(directory, 'kustomization.yaml')) as Kustomization;
  const unsupported = Object.keys(kustomization).filter((key) => !known.has(key));
  if (unsupported.length > 0) throw new Error(`${directory}: the tests do not support ${unsupported.join(', ')}`);
  let objects = [...given, ...(kustomization.resources ?? []).flatMap((path) => load(join(directory, path)))];
  for (const component of kustomization.components ?? []) objects = accumulate(join(directory, component), objects);
  objects = generate(directory, 'ConfigMap', kustomization.configMapGenerator, objects);
  objects = generate(directory, 'Secret', kustomization.secretGenerator, objects);
  for (const { path, patch, target } of kustomization.patches ?? []) {
    for (const change of documents<Patch | Replacement[]>(path ? read(directory, path) : (patch ?? '')))
      objects = Array.isArray(change)
        ? replaceValues(objects, change, target?.kind ?? '')
        : applyPatch(objects, change, target?.kind);
  }
  for (const object of objects) transform(object, kustomization);
  return objects;
};

const load = (path: string): KubernetesObject[] =>
  statSync(path).isDirectory() ? accumulate(path, []) : documents(read(path));

/** Generated objects whose names get a hash of their content. */
const hashed = new WeakSet<KubernetesObject>();

const generate = (
  directory: string,
  kind: 'ConfigMap' | 'Secret',
  generators: Generator[] = [],
  objects: KubernetesObject[],
): KubernetesObject[] => {
  const result = [...objects];
  for (const { name, behavior, literals = [], files = [], options } of generators) {
    const values = [
      ...literals.map((literal) => [literal.split('=', 1)[0] ?? '', literal.slice(literal.indexOf('=') + 1)] as const),
      ...files.map((file) => [file, read(directory, file)] as const),
    ].map(([key, value]) => [key, kind === 'Secret' ? inLines(Buffer.from(value).toString('base64')) : value]);
    const data = Object.fromEntries(values) as Record<string, string>;
    const existing = result.find((object) => object.kind === kind && object.metadata.name === name);
    if ((behavior === 'merge') !== (existing !== undefined)) throw new Error(`${directory}: ${kind} ${name}`);
    if (existing) {
      existing.data = { ...existing.data, ...data };
      continue;
    }
    const { labels, annotations, disableNameSuffixHash } = options ?? {};
    const metadata = { name, ...(labels && { labels }), ...(annotations && { annotations }) };
    const object = { apiVersion: 'v1', kind, metadata, data, ...(kind === 'Secret' && { type: 'Opaque' }) };
    if (!disableNameSuffixHash) hashed.add(object);
    result.push(object);
  }
  return result;
};

const inLines = (base64: string): string => (base64.length < 70 ? base64 : base64.replace(/.{1,70}/g, '$&\n'));

const applyPatch = (objects: KubernetesObject[], change: Patch, kind?: string): KubernetesObject[] => {
  const isTarget = (object: KubernetesObject): boolean =>
    kind ? object.kind === kind : object.kind === change.kind && object.metadata.name === change.metadata.name;
  if (!objects.some(isTarget)) throw new Error(`a patch for ${kind ?? change.metadata.name} has no target`);
  if (change.$patch === 'delete') return objects.filter((object) => !isTarget(object));
  return objects.map((object) => (isTarget(object) ? (merged(object, change) as KubernetesObject) : object));
};

const replaceValues = (objects: KubernetesObject[], changes: Replacement[], kind: string): KubernetesObject[] => {
  for (const object of objects.filter((one) => one.kind === kind))
    for (const { op, path, value } of changes) {
      const keys = path.slice(1).split('/');
      const last = keys.pop() ?? '';
      const parent = keys.reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], object);
      if (op !== 'replace' || !isMap(parent) || !(last in parent)) throw new Error(`${op} ${path} of ${kind}`);
      parent[last] = value;
    }
  return objects;
};

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Does not merge lists, because each list has its own merge key. The metrics of an autoscaler have none: they are replaced. */
const merged = (old: unknown, change: unknown, name = ''): unknown => {
  if (Array.isArray(change) && name !== 'metrics') throw new Error('the tests cannot merge lists');
  if (!isMap(old) || !isMap(change)) return change;
  const changes = Object.entries(change).map(([key, value]) => [key, merged(old[key], value, key)]);
  return { ...old, ...Object.fromEntries(changes) };
};

interface Templates {
  template?: Pick<KubernetesObject, 'metadata'>;
  jobTemplate?: Pick<KubernetesObject, 'metadata'> & { spec: Templates };
  volumeClaimTemplates?: Pick<KubernetesObject, 'metadata'>[];
}

const transform = (object: KubernetesObject, { namespace, labels = [], images = [] }: Kustomization): void => {
  if (namespace && object.kind !== 'Namespace') object.metadata.namespace = namespace;
  const { template: own, jobTemplate, volumeClaimTemplates = [] } = (object.spec ?? {}) as Templates;
  const template = own ?? jobTemplate?.spec.template;
  for (const { pairs, includeTemplates } of labels) {
    const templates = includeTemplates ? [...(template?.metadata ? [template] : []), ...volumeClaimTemplates] : [];
    if (includeTemplates && jobTemplate) {
      jobTemplate.metadata = { ...jobTemplate.metadata, labels: { ...jobTemplate.metadata?.labels } };
      templates.push(jobTemplate);
    }
    for (const { metadata } of [object, ...templates]) metadata.labels = { ...metadata.labels, ...pairs };
  }
  everyMap(object, (map) => {
    const image = images.find(({ name }) => name === map.image);
    if (image) map.image = addressOf(image);
  });
};

const addressOf = ({ name, newName = name, newTag, digest }: Image): string => {
  if ((newTag === undefined) === (digest === undefined))
    throw new Error(`${name}: the tests support a tag or a digest`);
  return digest === undefined ? `${newName}:${newTag}` : `${newName}@${digest}`;
};

const everyMap = (value: unknown, visit: (map: Record<string, unknown>) => void): void => {
  if (isMap(value)) visit(value);
  if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) everyMap(part, visit);
};

const referringKeys: Record<string, [kind: string, field: string]> = {
  configMapRef: ['ConfigMap', 'name'],
  configMapKeyRef: ['ConfigMap', 'name'],
  configMap: ['ConfigMap', 'name'],
  secretRef: ['Secret', 'name'],
  secretKeyRef: ['Secret', 'name'],
  secret: ['Secret', 'secretName'],
};

/** A changed ConfigMap or Secret gets another name, so that its pods are replaced. */
const withHashedNames = (objects: KubernetesObject[]): KubernetesObject[] => {
  const renamed = new Map<string, string>();
  for (const object of objects.filter((one) => hashed.has(one))) {
    const name = `${object.metadata.name}-${hashOf(object)}`;
    renamed.set(`${object.kind} ${object.metadata.name}`, name);
    object.metadata.name = name;
  }
  for (const object of objects) {
    everyMap(object.spec, (map) => {
      for (const [key, [kind, field]] of Object.entries(referringKeys)) {
        const reference = map[key];
        if (!isMap(reference)) continue;
        reference[field] = renamed.get(`${kind} ${reference[field]}`) ?? reference[field];
      }
    });
  }
  return objects;
};

/** With an empty name, because kustomize reads the name from the wrong place. */
const hashOf = ({ kind, data = {}, ...rest }: KubernetesObject): string => {
  const type = (rest as { type?: string }).type;
  const sorted = Object.fromEntries(Object.entries(data).sort(([a], [b]) => (a < b ? -1 : 1)));
  const text = JSON.stringify({ data: sorted, kind, name: '', ...(type && { type }) }).replace(
    /[<>&]/g,
    (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`,
  );
  const letters: Record<string, string> = { 0: 'g', 1: 'h', 3: 'k', a: 'm', e: 't' };
  const hex = createHash('sha256').update(text).digest('hex').slice(0, 10);
  return hex.replace(/[013ae]/g, (digit) => letters[digit] ?? digit);
};
