import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { type KubernetesObject, nameOf } from './kubernetes.ts';
import { directoryOf, overlays } from './overlays.ts';

/** `kustomize`, or a `kubectl` that has one inside which knows components. */
const realOne = [
  ['kustomize', 'build'],
  ['kubectl', 'kustomize'],
].find(([program, command]) => {
  try {
    return execFileSync(program as string, [command as string, directoryOf('dev')], { stdio: 'pipe' }).length > 0;
  } catch {
    return false;
  }
});

const inOrder = (objects: KubernetesObject[]): KubernetesObject[] =>
  objects.toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)));

describe('the rendering that the tests look at', () => {
  it.skipIf(!realOne).each(overlays)('%s is what kustomize makes of it', (overlay, objects) => {
    const [program, command] = realOne as [string, string];
    const output = execFileSync(program, [command, directoryOf(overlay)], { encoding: 'utf8', maxBuffer: 1e8 });
    const real = parseAllDocuments(output).map((document) => document.toJS() as KubernetesObject);
    expect(inOrder(objects)).toEqual(inOrder(real));
  });
});
