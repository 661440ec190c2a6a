// Builds what `npm pack` packs: one ES module and its declarations.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const folder = dirname(fileURLToPath(import.meta.url));
const dist = join(folder, 'dist');

rmSync(dist, { recursive: true, force: true });
await build({
  absWorkingDir: folder,
  entryPoints: [join(folder, 'src/index.ts')],
  outfile: join(dist, 'index.js'),
  bundle: true,
  packages: 'external',
  format: 'esm',
  // Fails on imports of Node's modules.
  platform: 'neutral',
  target: 'es2022',
  logLevel: 'warning',
});
execFileSync(process.execPath, [join(folder, '../../node_modules/typescript/bin/tsc'), '-p', folder], {
  stdio: 'inherit',
});
// The compiler keeps the sources' `.ts` in imports, which older compilers refuse in declarations, and indents by four spaces, which are a
// quarter of all bytes. Editors show a comment's first text as its description, with or without the tag.
for (const name of readdirSync(dist).filter((one) => one.endsWith('.d.ts'))) {
  const path = join(dist, name);
  const declarations = readFileSync(path, 'utf8').replaceAll(/(from '\.\/[^']+)\.ts'/g, "$1.js'");
  writeFileSync(path, declarations.replaceAll('* @description ', '* ').replaceAll(/(?<=^ *) {4}/gm, '\t'));
}
