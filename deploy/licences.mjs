// Lists the licences of what the images contain and callers install: third-party-licences.md. With --check it only compares.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { processWorkspaces } from '../esbuild.config.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const file = join(root, 'deploy/third-party-licences.md');

/** They ask for nothing but that their text is kept. Another one needs a look before it is added. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'Bitstream-Vera',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'Python-2.0',
  'Unlicense',
]);

/** Of packages that name no licence in their package.json: by the text that they come with. */
const readByHand = { 'dejavu-fonts-ttf': 'Bitstream-Vera', 'png-js': 'MIT' };

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));

/** Where Node would find it: in the nearest node_modules, from the package's own upwards. */
const pathOf = (from, name) => {
  for (let folder = from; ; folder = folder.replace(/(^|\/)[^/]*$/, '')) {
    const path = join(folder, 'node_modules', name);
    if (packages[path]) return packages[path].link ? packages[path].resolved : path;
    if (folder === '') return undefined;
  }
};

const found = new Map();
const visit = (path) => {
  if (found.has(path)) return;
  found.set(path, packages[path]);
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = packages[path];
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
    const needed = pathOf(path, name);
    if (needed) visit(needed);
  }
};
for (const workspace of [...processWorkspaces, 'libs/client']) visit(workspace);

const rows = [...found]
  .filter(([path]) => path.includes('node_modules/'))
  .map(([path, { version, license }]) => ({ name: path.split('node_modules/').at(-1), version, license }))
  .map((row) => ({ ...row, license: readByHand[row.name] ?? row.license }))
  .sort((a, b) => (a.name + a.version < b.name + b.version ? -1 : 1));

/** `(MIT OR GPL-3.0)`: one of them will do. `MIT AND ISC`: all of them. */
const isAllowed = (license = '') =>
  license
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => allowed.has(one.trim())));
const unknown = rows.filter(({ license }) => !isAllowed(license));
if (unknown.length > 0) {
  for (const { name, version, license } of unknown)
    console.error(`${name} ${version}: licence ${license} is not on the list`);
  process.exit(1);
}

// Aligned, as the formatter wants it.
const cells = [
  ['package', 'version', 'licence'],
  ...rows.map(({ name, version, license }) => [name, version, license]),
];
const widths = [0, 1, 2].map((column) => Math.max(...cells.map((row) => row[column].length)));
const lineOf = (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
const [header, ...lines] = [...new Set(cells.map(lineOf))];
const rule = lineOf(widths.map((width) => '-'.repeat(width)));
const text = `# Licences of third-party packages

What the images contain and what \`@representa/client\` needs. Written by \`npm run generate\`.

${[header, rule, ...lines].join('\n')}
`;
if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (readFileSync(file, 'utf8') !== text) {
  console.error('deploy/third-party-licences.md is out of date: npm run generate');
  process.exit(1);
}
