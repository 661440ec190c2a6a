import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { type KubernetesObject, nameOf } from './kubernetes.ts';
import { directoryOf, overlays } from './overlays.ts';

/** `kustomize`, or a `kubectl` whose built-in kustomize supports components. */
const kustomize = [
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

describe('the rendering that the tests use', () => {
  it.skipIf(!kustomize).each(overlays)('of %s equals the output of kustomize', (overlay, objects) => {
    const [program, command] = kustomize as [string, string];
    const output = execFileSync(program, [command, directoryOf(overlay)], { encoding: 'utf8', maxBuffer: 1e8 });
    const real = parseAllDocuments(output).map((document) => document.toJS() as KubernetesObject);
    expect(inOrder(objects)).toEqual(inOrder(real));
  });
});
