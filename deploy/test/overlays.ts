import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { hasTool, outputOf } from '@representa/testing';
import { describe, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { deployFolder } from './deploy-folder.ts';
import type { KubernetesObject } from './kubernetes.ts';

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

/** Renders an edited copy of the manifests. */
const render = async (program: string[], name: string): Promise<KubernetesObject[]> => {
  const { overlay, edit } = combinations[name] as Combination;
  const folder = mkdtempSync(join(tmpdir(), 'overlays-'));
  try {
    for (const part of ['base', 'components', 'overlays', 'stores'])
      cpSync(join(deployFolder, part), join(folder, part), { recursive: true });
    edit?.(folder);
    const [command = '', ...args] = [...program, join(folder, 'overlays', overlay)];
    const { stdout } = await promisify(execFile)(command, args, { maxBuffer: 1e8 });
    return parseAllDocuments(stdout).map((document) => document.toJS() as KubernetesObject);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** A `kubectl` may be too old for components. */
const programs = [
  ['kustomize', 'build'],
  ['kubectl', 'kustomize'],
];
const program = programs.find(([name = '', command = '']) =>
  outputOf(name, command, join(deployFolder, 'overlays/dev')),
);
const isRendered = hasTool('kustomize, or kubectl 1.31', program);

/** The rendered objects of each combination. */
const overlays: [name: string, objects: KubernetesObject[]][] = await Promise.all(
  Object.keys(combinations).map(
    async (name): Promise<[string, KubernetesObject[]]> => [name, program ? await render(program, name) : []],
  ),
);

export const describeOverlays = describe.runIf(isRendered).each(overlays);
export const testOverlays = it.runIf(isRendered).each(overlays);
/** For a test that takes `objectsOf` one of them. */
export const itRendered = it.runIf(isRendered);

export const objectsOf = (overlay: string): KubernetesObject[] =>
  overlays.find(([name]) => name === overlay)?.[1] ?? [];

export const isProduction = (name: string): boolean => name.startsWith('production');
