import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { deployFolder } from './deploy-folder.ts';

interface Package {
  optionalDependencies?: Record<string, string>;
}

it('the lock file has the packages of every platform, which `npm ci` in the Dockerfile needs', () => {
  const { packages } = JSON.parse(readFileSync(`${deployFolder}../package-lock.json`, 'utf8')) as {
    packages: Record<string, Package>;
  };
  const missing = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !(`node_modules/${name}` in packages) && !(`${place}/node_modules/${name}` in packages),
    ),
  );
  expect(missing).toEqual([]);
});
