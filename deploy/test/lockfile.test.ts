import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { deployFolder } from './deploy-folder.ts';

interface Package {
  integrity?: string;
  /** A workspace of this repository. */
  link?: true;
  optionalDependencies?: Record<string, string>;
}

const { packages } = JSON.parse(readFileSync(`${deployFolder}../package-lock.json`, 'utf8')) as {
  packages: Record<string, Package>;
};

it('the lock file has the packages of every platform, which `npm ci` in the Dockerfile needs', () => {
  const missing = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !(`node_modules/${name}` in packages) && !(`${place}/node_modules/${name}` in packages),
    ),
  );
  expect(missing).toEqual([]);
});

it('the lock file has a hash of every package, so that nobody can replace one', () => {
  const unchecked = Object.entries(packages)
    .filter(
      ([place, { link, integrity }]) => place.includes('node_modules/') && !link && !integrity?.startsWith('sha512-'),
    )
    .map(([place]) => place);
  expect(unchecked).toEqual([]);
});
