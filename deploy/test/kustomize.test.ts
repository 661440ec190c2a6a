import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { type KubernetesObject, nameOf } from './kubernetes.ts';
import { inDirectoryOf, overlays } from './overlays.ts';

const build = (program: string, directory: string): string => {
  const command = program === 'kustomize' ? 'build' : 'kustomize';
  return execFileSync(program, [command, directory], { encoding: 'utf8', maxBuffer: 1e8, stdio: 'pipe' });
};

/** A `kubectl` may be too old for components. */
const programs = ['kustomize', 'kubectl'].filter((program) => {
  try {
    return inDirectoryOf('dev', (directory) => build(program, directory)) !== '';
  } catch {
    return false;
  }
});
if (programs.length === 0)
  process.stderr.write('SKIPPED: without kustomize or kubectl 1.31 the manifests were not compared with theirs\n');

const inOrder = (objects: KubernetesObject[]): KubernetesObject[] =>
  objects.toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)));

describe.each(programs)('the rendering that the tests use, compared with %s', (program) => {
  it.each(overlays)('%s', (name, objects) => {
    const output = inDirectoryOf(name, (directory) => build(program, directory));
    const real = parseAllDocuments(output).map((document) => document.toJS() as KubernetesObject);
    expect(inOrder(objects)).toEqual(inOrder(real));
  });
});

if (programs.length === 0) it.todo('needs kustomize or kubectl 1.31');
