// node deploy/name-packages.mjs DIST TARGET
//
// Scanners such as trivy find npm packages by their package.json, which a bundle does not have. Writes the name, version and
// licence of each package that the bundles in DIST contain, by their source maps, to TARGET/node_modules/…/package.json.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const [dist, target] = process.argv.slice(2);

const packageOf = (source) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(resolve(dist, source))?.[0];

const maps = readdirSync(dist).filter((name) => name.endsWith('.map'));
const sources = maps.flatMap((name) => JSON.parse(readFileSync(join(dist, name), 'utf8')).sources);
const packages = new Set(sources.map(packageOf).filter((path) => path !== undefined));

for (const path of packages) {
  const manifest = join(path, 'package.json');
  // A package that is itself a bundle names files that are not installed.
  if (!existsSync(manifest)) continue;
  const { name, version, license } = JSON.parse(readFileSync(manifest, 'utf8'));
  // As it is installed: one package may be there in two versions.
  const file = join(target, path.slice(path.indexOf('/node_modules/')), 'package.json');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ name, version, license }));
}
