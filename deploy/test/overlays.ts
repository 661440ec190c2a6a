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

interface Combination {
  overlay: string;
  /** What a platform or release.sh changes in the files. */
  edit?: (folder: string) => void;
}

const rewrite = (path: string, change: (text: string) => string): void =>
  writeFileSync(path, change(readFileSync(path, 'utf8')));

const withComponents =
  (names: string[]) =>
  (folder: string): void => {
    for (const name of names)
      rewrite(kustomizationOf(folder, 'production'), (text) =>
        text.replace(`  # - ../../components/${name}\n`, `  - ../../components/${name}\n`),
      );
  };

/** As release.sh writes them. */
const withDigests = (folder: string): void =>
  rewrite(kustomizationOf(folder, 'production'), (text) =>
    text.replaceAll(/newTag: .*/g, `digest: sha256:${'0123456789abcdef'.repeat(4)}`),
  );

/** Every documented combination by name: each overlay as it is, production with each component, and with all of them. */
const combinations: Record<string, Combination> = {
  dev: { overlay: 'dev' },
  production: { overlay: 'production' },
  'production with digests': { overlay: 'production', edit: withDigests },
  ...Object.fromEntries(
    components.map((name) => [`production with ${name}`, { overlay: 'production', edit: withComponents([name]) }]),
  ),
  'production with all components': { overlay: 'production', edit: withComponents(components) },
};

/** Runs `use` on an edited copy of the manifests. */
export const inDirectoryOf = <Result>(name: string, use: (directory: string) => Result): Result => {
  const { overlay, edit } = combinations[name] as Combination;
  const folder = mkdtempSync(join(tmpdir(), 'overlays-'));
  try {
    for (const part of ['base', 'components', 'overlays', 'stores'])
      cpSync(join(deployFolder, part), join(folder, part), { recursive: true });
    edit?.(folder);
    return use(join(folder, 'overlays', overlay));
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** The rendered objects of each combination. */
export const overlays: [name: string, objects: KubernetesObject[]][] = Object.keys(combinations).map((name) => [
  name,
  inDirectoryOf(name, render),
]);

export const isProduction = (name: string): boolean => name.startsWith('production');
