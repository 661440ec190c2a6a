import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { processes } from '@representa/contracts';
import { buildProcesses, environmentOf, startProcess, workspaceOf } from '@representa/local-stack';
import { startTestStack, type TestStack } from '@representa/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deployFolder } from './deploy-folder.ts';

const run = promisify(execFile);
const root = join(deployFolder, '..');
const dockerfile = readFileSync(join(deployFolder, 'Dockerfile'), 'utf8');

/** The files that .dockerignore lets Docker see. It excludes everything first; `**\/x` excludes x anywhere. */
const copyContext = (target: string): void => {
  const lines = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n');
  const anywhere = lines.filter((line) => line.startsWith('**/')).map((line) => line.slice(3));
  const isIgnored = (path: string): boolean =>
    anywhere.some((name) => (name.startsWith('*') ? path.endsWith(name.slice(1)) : basename(path) === name));
  for (const path of lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1)))
    cpSync(join(root, path), join(target, path), { recursive: true, filter: (source) => !isIgnored(source) });
};

/** What `npm ci` installs: packages of others as they are here, and the context's own workspaces. */
const linkPackages = (target: string): void => {
  const workspaces = ['services', 'libs'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
  );
  for (const workspace of ['.', 'gateway', ...workspaces]) {
    const installed = join(root, workspace, 'node_modules');
    if (!existsSync(installed)) continue;
    mkdirSync(join(target, workspace, 'node_modules/@representa'), { recursive: true });
    for (const name of readdirSync(installed).filter((one) => one !== '@representa'))
      symlinkSync(join(installed, name), join(target, workspace, 'node_modules', name));
  }
  for (const library of readdirSync(join(target, 'libs')))
    symlinkSync(join(target, 'libs', library), join(target, 'node_modules/@representa', library));
};

const context = mkdtempSync(join(tmpdir(), 'representa-test-'));
let stack: TestStack;
beforeAll(async () => {
  copyContext(context);
  linkPackages(context);
  [stack] = await Promise.all([startTestStack(), buildProcesses()]);
});
afterAll(async () => {
  rmSync(context, { recursive: true });
  await stack.stop();
});

/** Runs the Dockerfile's build step, and copies what its last stage copies. */
const buildImage = async (name: string): Promise<string> => {
  const [, command = ''] = /^ARG PROCESS\nRUN ([\s\S]*?[^\\])\n$/m.exec(dockerfile) ?? [];
  const [app, image] = [join(context, `app-${name}`), join(context, `image-${name}`)];
  await run('sh', ['-ec', command.replaceAll('/app', app)], {
    cwd: context,
    env: { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, PROCESS: name },
  });
  for (const [, from = '', to = ''] of dockerfile.matchAll(/^COPY --from=build (\S+) (\S+)$/gm))
    cpSync(from.replace('/app', app), join(image, to), { recursive: true });
  return image;
};

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /^(sql|fonts)\/|^[a-z]+\.js(\.map)?$/.test(path))
    .sort();

it.each(processes)('the image of %s has the files that the tests run', async (name) => {
  const image = await buildImage(name);
  expect(filesOf(join(image, 'dist'))).toEqual(filesOf(join(workspaceOf(name), 'dist')));
  if (name !== 'sales') return;
  // It can migrate, start and tell whether it is well.
  const env = environmentOf('sales', stack, { logLevel: 'silent' });
  await run(process.execPath, [join(image, 'dist/migrate.js')], { env });
  const started = await startProcess('sales', env, { script: join(image, 'dist/main.js') });
  const healthcheck = /^HEALTHCHECK .*CMD \["node", "(.*)"\]$/m.exec(dockerfile)?.[1] ?? '';
  await run(process.execPath, [join(image, healthcheck), '/readyz'], { env: { PORT: String(started.port) } });
  await started.stop();
});

it('the image of prepare has its program', async () => {
  expect(filesOf(join(await buildImage('prepare'), 'dist'))).toContain('main.js');
});
