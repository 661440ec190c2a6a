import { fileURLToPath } from 'node:url';
import type { KubernetesObject } from './kubernetes.ts';
import { render } from './kustomize.ts';

export const deployFolder = fileURLToPath(new URL('..', import.meta.url));

export const directoryOf = (overlay: string): string => `${deployFolder}overlays/${overlay}`;

/** The rendered objects of each overlay. */
export const overlays: [name: string, objects: KubernetesObject[]][] = ['dev', 'production'].map((name) => [
  name,
  render(directoryOf(name)),
]);
