import { describe, expect, it } from 'vitest';
import { type KubernetesObject, nameOf } from './kubernetes.ts';
import { describeOverlays, itRendered, objectsOf, testOverlays } from './overlays.ts';
import { problemsOf } from './schemas.ts';

const deployment = (spec: object): KubernetesObject => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'sales' },
  spec: { selector: { matchLabels: {} }, template: { spec: { containers: [{ name: 'sales' }] } }, ...spec },
});

describe('the schemas of Kubernetes', () => {
  testOverlays('hold for every object of %s', async (_name, objects) => {
    for (const object of objects)
      expect({ of: nameOf(object), problems: await problemsOf(object) }).toHaveProperty('problems', []);
  });

  it('find a value of the wrong type', async () => {
    expect(await problemsOf(deployment({ replicas: 'two' }))).toHaveLength(1);
    expect(await problemsOf(deployment({ replicas: 2 }))).toEqual([]);
  });

  it('find a field that does not exist', async () => {
    expect(await problemsOf(deployment({ replica: 2 }))).toEqual(['/spec/replica']);
  });
});

describeOverlays('the objects of %s', (_name, objects) => {
  it('have unique names', () => {
    expect(new Set(objects.map(nameOf)).size).toBe(objects.length);
  });

  it('are all in the namespace of the overlay', () => {
    const namespace = objects.find(({ kind }) => kind === 'Namespace')?.metadata.name;
    const elsewhere = objects.filter(({ kind, metadata }) => kind !== 'Namespace' && metadata.namespace !== namespace);
    expect(elsewhere.map(nameOf)).toEqual([]);
  });
});

const builtIn = /^(v1|apps\/v1|batch\/v1|autoscaling\/v2|policy\/v1|networking\.k8s\.io\/v1)$/;

itRendered('production without components needs nothing that a bare cluster lacks', () => {
  const objects = objectsOf('production');
  expect(objects.filter(({ apiVersion }) => !builtIn.test(apiVersion)).map(nameOf)).toEqual([]);
});
