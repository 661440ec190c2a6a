import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeTemporaryFolder } from '@representa/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { deployFolder } from './deploy-folder.ts';
import { nameOf } from './kubernetes.ts';
import { itRendered, objectsOf } from './overlays.ts';

let folder: string;
let calls: string;

/** The deployment's files in a repository of their own, and tools that note how they are called. */
const makeRepository = async (): Promise<void> => {
  const base = await makeTemporaryFolder();
  folder = join(base, 'repository');
  calls = join(base, 'calls');
  mkdirSync(join(base, 'bin'));
  // Without what is built and tested: megabytes for every test.
  const isScript = (path: string): boolean => !/\/(dist|test|node_modules)$/.test(path);
  cpSync(deployFolder, join(folder, 'deploy'), { recursive: true, filter: isScript });
  writeFileSync(join(folder, 'package.json'), '{ "version": "1.0.0" }');
  mkdirSync(join(folder, 'libs/client'), { recursive: true });
  writeFileSync(join(folder, 'libs/client/package.json'), '{ "version": "1.0.0" }');
  writeFileSync(join(folder, 'CHANGELOG.md'), '## 1.0.0\n');
  tool(
    'docker',
    `case "$*" in "image inspect"*) awk '{ sub(":1.0.0", "@sha256:abc", $NF); print $NF }' <<<"$*" ;; esac`,
  );
  for (const name of ['trivy', 'cosign']) tool(name, ':');
  tool('flux', `echo '{ "digest": "sha256:f1" }'`);
  // Stands in for rendering: shows which images the overlay has.
  tool('kubectl', 'grep -A 2 "name: representa/" "$2/kustomization.yaml"');
  writeFileSync(
    join(folder, 'deploy/compose-acceptance.sh'),
    `#!/bin/bash\necho "smoke-test $*" >>${calls}\nexit $SMOKE\n`,
  );
  writeFileSync(
    join(folder, 'deploy/split-manifests.mjs'),
    `import { cpSync } from 'node:fs'; cpSync(process.argv[2], process.argv[3] + '/all.yaml', { recursive: true });`,
  );
  writeFileSync(join(folder, '.gitignore'), 'release/\n');
  git('init', '--quiet');
  git('remote', 'add', 'origin', 'https://git.test/representa.git');
  git('add', '.');
  git('commit', '--quiet', '--message', 'Version 1.0.0');
};

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: folder, encoding: 'utf8', env: { PATH: '/usr/bin:/bin', ...author } }).trim();
const author = {
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@b.test',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@b.test',
};
const manifests = (): string => readFileSync(join(folder, 'release/1.0.0/manifests/all.yaml'), 'utf8');

const tool = (name: string, body: string): void => {
  const path = join(folder, '../bin', name);
  writeFileSync(path, `#!/bin/bash\necho "${name} $*" >>${calls}\n${body}\n`);
  chmodSync(path, 0o755);
};

const release = async (args: string[], smoke = '0') => {
  execFileSync('ln', ['-sf', process.execPath, join(folder, '../bin/node')]);
  const env = { PATH: `${join(folder, '../bin')}:/usr/bin:/bin`, REGISTRY: 'registry.test/r', SMOKE: smoke, ...author };
  const { stderr } = await promisify(execFile)(join(folder, 'deploy/release.sh'), args, { env });
  return { stderr, called: readFileSync(calls, 'utf8').trim().split('\n') };
};

describe('release.sh', () => {
  beforeEach(makeRepository);

  it('builds, tries, scans, pushes and signs every image, and writes its digest', async () => {
    const { called } = await release(['1.0.0', '--push']);
    const first = (start: string): number => called.findIndex((call) => call.startsWith(start));
    const order = ['docker build', 'smoke-test', 'trivy image', 'docker push', 'cosign sign'].map(first);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(order).not.toContain(-1);
    for (const name of ['gateway', 'sales', 'catalog', 'clients', 'prepare']) {
      const image = `registry.test/r/${name}`;
      expect(called).toContain(`cosign sign --yes ${image}@sha256:abc`);
      const sbom = `release/1.0.0/${name}.cdx.json`;
      expect(called).toContain(`trivy image --format cyclonedx --output ${sbom} ${image}:1.0.0`);
      expect(called).toContain(`cosign attest --yes --type cyclonedx --predicate ${sbom} ${image}@sha256:abc`);
    }
    // The smoke test takes the images that are pushed.
    expect(called).toContain('smoke-test --no-build');
  });

  it('puts the tag on the commit that has the digests', async () => {
    await release(['1.0.0', '--push']);
    const tagged = git('show', 'v1.0.0:deploy/overlays/production/kustomization.yaml');
    expect(tagged.match(/digest: sha256:abc/g)).toHaveLength(5);
    expect(git('status', '--porcelain')).toBe('');
    expect(git('diff', '--name-only', 'v1.0.0~1', 'v1.0.0')).toBe('deploy/overlays/production/kustomization.yaml');
    expect(manifests().match(/digest: sha256:abc/g)).toHaveLength(5);
  });

  it('signs the manifests that it pushes for Flux', async () => {
    const { called } = await release(['1.0.0', '--push']);
    const push = called.find((call) => call.startsWith('flux push artifact oci://registry.test/r/manifests:1.0.0 '));
    expect(push).toContain(`--revision v1.0.0@sha1:${git('rev-parse', 'v1.0.0^{commit}')}`);
    expect(called).toContain('cosign sign --yes registry.test/r/manifests@sha256:f1');
  });

  it('without --push renders the manifests of this version, and leaves the overlay as it is', async () => {
    await release(['1.0.0']);
    expect(manifests().match(/newName: registry\.test\/r\/\w+\n +newTag: 1\.0\.0/g)).toHaveLength(5);
    expect(git('status', '--porcelain')).toBe('');
    expect(git('tag', '--list')).toBe('');
  });

  it('refuses to make a release again', async () => {
    git('tag', 'v1.0.0');
    await expect(release(['1.0.0', '--push'])).rejects.toThrow(/the tag v1\.0\.0 exists/);
  });

  it('changes nothing else in the overlay, also when there are digests already', async () => {
    const path = 'overlays/production/kustomization.yaml';
    await release(['1.0.0', '--push']);
    const once = readFileSync(join(folder, 'deploy', path), 'utf8');
    const before = readFileSync(`${deployFolder}${path}`, 'utf8');
    const images = before.replaceAll(
      /newName: .*\/(\w+)\n( +)(newTag|digest): .*/g,
      'newName: registry.test/r/$1\n$2digest: sha256:abc',
    );
    expect(once).toBe(images);
    expect(once).not.toBe(before);
    git('tag', '--delete', 'v1.0.0');
    tool(
      'docker',
      `case "$*" in "image inspect"*) awk '{ sub(":1.0.0", "@sha256:def", $NF); print $NF }' <<<"$*" ;; esac`,
    );
    await release(['1.0.0', '--push']);
    expect(readFileSync(join(folder, 'deploy', path), 'utf8')).toBe(once.replaceAll('sha256:abc', 'sha256:def'));
  });

  it('pushes nothing without --push', async () => {
    const { called } = await release(['1.0.0']);
    expect(called.filter((call) => /push|cosign/.test(call))).toEqual([]);
  });

  it('pushes nothing when the smoke test fails', async () => {
    await expect(release(['1.0.0', '--push'], '1')).rejects.toThrow();
    expect(readFileSync(calls, 'utf8')).not.toMatch(/docker push/);
  });

  it('refuses a dump that lacks a function, for the upgrade tests of later releases', async () => {
    mkdirSync(join(folder, 'services/sales/sql'), { recursive: true });
    writeFileSync(join(folder, 'services/sales/sql/added.sql'), 'select 1;');
    git('add', '--all');
    await expect(release(['1.0.0'])).rejects.toThrow(
      /releases\/1\.0\.0\.sql has another services\/sales\/sql\/added\.sql/,
    );
  });

  it('refuses a client of another version', async () => {
    writeFileSync(join(folder, 'libs/client/package.json'), '{ "version": "1.1.0" }');
    await expect(release(['1.0.0'])).rejects.toThrow(/libs\/client\/package\.json has another version/);
  });

  it.each([
    ['another version', '0.3.0', /package\.json has another version/],
    ['no version', 'latest', /latest is no version/],
  ])('refuses %s', async (_what, version, message) => {
    await expect(release([version])).rejects.toThrow(message);
  });
});

describe('name-packages.mjs', () => {
  it('names the npm packages of a bundle, in the versions that are installed', async () => {
    const target = await makeTemporaryFolder();
    const root = join(deployFolder, '..');
    const dist = join(root, 'services/sales/dist');
    execFileSync(process.execPath, [`${deployFolder}name-packages.mjs`, dist, target]);
    const manifest = (folder: string, name: string) =>
      JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'));
    for (const name of ['fastify', 'postgres', '@nats-io/nats-core', 'linebreak/node_modules/base64-js']) {
      const { name: called, version, license } = manifest(root, name);
      expect(manifest(target, name)).toEqual({ name: called, version, license });
    }
    expect(existsSync(join(target, 'node_modules/ioredis'))).toBe(false);
  });
});

describe('split-manifests.mjs', () => {
  itRendered('puts the services and the gateway into folders of their own, after everything else', async () => {
    const objects = objectsOf('production with all components');
    const base = await makeTemporaryFolder();
    writeFileSync(join(base, 'all.yaml'), objects.map((object) => JSON.stringify(object)).join('\n---\n'));
    execFileSync(process.execPath, [`${deployFolder}split-manifests.mjs`, join(base, 'all.yaml'), base]);
    const read = (part: string) =>
      parseAllDocuments(readFileSync(join(base, part, 'all.yaml'), 'utf8')).map((document) => nameOf(document.toJS()));
    const [before, services, gateway] = [read('before'), read('services'), read('gateway')];
    expect([...before, ...services, ...gateway].sort()).toEqual(objects.map(nameOf).sort());
    expect(before).toEqual(expect.arrayContaining(['Namespace representa', 'Job sales-migrate']));
    const kinds = ['Deployment', 'HorizontalPodAutoscaler', 'PodDisruptionBudget', 'Service'];
    const ofEach = (names: string[]) => names.flatMap((name) => kinds.map((kind) => `${kind} ${name}`)).sort();
    expect(services.sort()).toEqual(ofEach(['sales', 'catalog', 'clients']));
    expect(gateway).toEqual(expect.arrayContaining([...ofEach(['gateway']), 'CronJob backup']));
    // Flux waits for everything in `before`, and a claim may stay pending until its first pod.
    expect(before.filter((name) => name.startsWith('PersistentVolumeClaim'))).toEqual([]);
    expect(gateway.filter((name) => name.startsWith('Job'))).toEqual([]);
  });
});

describe('the examples', () => {
  itRendered('replace Jobs, which cannot be changed', () => {
    const objects = objectsOf('dev');
    const jobs = objects.filter(({ kind }) => kind === 'Job');
    expect(jobs.length).toBeGreaterThan(5);
    for (const { metadata } of jobs)
      expect(metadata.annotations).toMatchObject({
        'argocd.argoproj.io/hook-delete-policy': 'BeforeHookCreation',
        'kustomize.toolkit.fluxcd.io/force': 'enabled',
      });
  });

  itRendered('keep the ConfigMaps of the running release', () => {
    const objects = objectsOf('production with all components');
    const hashed = objects.filter(({ kind, metadata }) => kind === 'ConfigMap' && /-[a-z0-9]{10}$/.test(metadata.name));
    expect(hashed.map(({ metadata }) => metadata.name.slice(0, -11)).sort()).toEqual(['backup-scripts', 'environment']);
    for (const { metadata } of hashed)
      expect(metadata.annotations).toEqual({
        'kustomize.toolkit.fluxcd.io/prune': 'disabled',
        'argocd.argoproj.io/sync-options': 'Prune=false',
        'argocd.argoproj.io/compare-options': 'IgnoreExtraneous',
      });
  });

  it('for Argo CD names an existing folder', () => {
    const argo = parse(readFileSync(`${deployFolder}gitops/argo-cd.yaml`, 'utf8'));
    expect(argo.spec.source.path).toBe('deploy/overlays/production');
  });

  it('for Flux applies the services after the migrations, and the gateway after the services', () => {
    const flux = parseAllDocuments(readFileSync(`${deployFolder}gitops/flux.yaml`, 'utf8')).map((one) => one.toJS());
    const [, before, services, gateway] = flux;
    expect(before).toMatchObject({ metadata: { name: 'representa-before' }, spec: { path: './before', wait: true } });
    const deployment = (name: string) => ({ apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'representa', name });
    expect(services).toMatchObject({
      metadata: { name: 'representa-services' },
      spec: {
        dependsOn: [{ name: 'representa-before' }],
        path: './services',
        healthChecks: ['sales', 'catalog', 'clients'].map(deployment),
      },
    });
    expect(gateway).toMatchObject({
      metadata: { name: 'representa-gateway' },
      spec: { dependsOn: [{ name: 'representa-services' }], path: './gateway', healthChecks: [deployment('gateway')] },
    });
    // It would wait for the volume of the backup.
    expect(gateway.spec.wait).toBeUndefined();
  });

  it('the workflow runs existing scripts', () => {
    const workflow = readFileSync(`${deployFolder}../.github/workflows/ci.yml`, 'utf8');
    expect(Object.keys(parse(workflow).jobs)).toEqual(['test', 'release', 'publish-client']);
    expect(workflow).toMatch(/run: \.ci\/run$/m);
    expect(JSON.stringify(parse(workflow).jobs.test)).toContain('docker compose build');
    expect(workflow).toMatch(/^ +deploy\/release\.sh "\$VERSION" --push\n +git push origin "v\$VERSION"$/m);
    // A tag would trigger the release before its digests exist.
    expect(parse(workflow).on.push).toEqual({ branches: ['main'] });
    expect(parse(workflow).jobs.release.permissions.contents).toBe('write');
  });

  it('verify what release.sh signs, and who signed it', () => {
    const [source] = parseAllDocuments(readFileSync(`${deployFolder}gitops/flux.yaml`, 'utf8')).map((one) =>
      one.toJS(),
    );
    expect(source.spec.url).toMatch(/\/manifests$/);
    expect(source.spec.verify.matchOIDCIdentity).toHaveLength(1);
  });
});
