import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deployFolder } from './deploy-folder.ts';
import type { KubernetesObject } from './kubernetes.ts';
import { render } from './kustomize.ts';

const kustomizationOf = (folder: string, overlay: string): string =>
  join(folder, 'overlays', overlay, 'kustomization.yaml');

/** The components that overlays/production offers, as lines that a platform uncomments. */
export const components = [
  ...readFileSync(kustomizationOf(deployFolder, 'production'), 'utf8').matchAll(
    /^ {2}# - \.\.\/\.\.\/components\/(.*)$/gm,
  ),
].map(([, name = '']) => name);

/** Makes a copy of the manifests in which these lines are uncommented, while `use` runs. */
const withComponents = <Result>(overlay: string, names: string[], use: (directory: string) => Result): Result => {
  const folder = mkdtempSync(join(tmpdir(), 'overlays-'));
  try {
    for (const part of ['base', 'components', 'overlays', 'stores'])
      cpSync(join(deployFolder, part), join(folder, part), { recursive: true });
    const path = kustomizationOf(folder, overlay);
    const uncommented = names.reduce(
      (text, name) => text.replace(`  # - ../../components/${name}\n`, `  - ../../components/${name}\n`),
      readFileSync(path, 'utf8'),
    );
    writeFileSync(path, uncommented);
    return use(join(folder, 'overlays', overlay));
  } finally {
    rmSync(folder, { recursive: true });
  }
};

interface Combination {
  overlay: string;
  components: string[];
}

/** Every documented combination by name: each overlay as it is, production with each component, and with all of them. */
const combinations: Record<string, Combination> = {
  dev: { overlay: 'dev', components: [] },
  production: { overlay: 'production', components: [] },
  ...Object.fromEntries(
    components.map((name) => [`production with ${name}`, { overlay: 'production', components: [name] }]),
  ),
  'production with all components': { overlay: 'production', components },
};

export const inDirectoryOf = <Result>(name: string, use: (directory: string) => Result): Result => {
  const { overlay, components: used } = combinations[name] as Combination;
  return withComponents(overlay, used, use);
};

/** The rendered objects of each combination. */
export const overlays: [name: string, objects: KubernetesObject[]][] = Object.keys(combinations).map((name) => [
  name,
  inDirectoryOf(name, render),
]);

export const isProduction = (name: string): boolean => name.startsWith('production');
