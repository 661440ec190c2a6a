import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const folder = join(import.meta.dirname, '..');
const modules = join(folder, '../../node_modules');
const compilers = {
  'TypeScript 7': [join(modules, 'typescript/bin/tsc')],
  // Without its slow check of the DOM's own declarations.
  'TypeScript 5': [join(folder, '../client-codegen/node_modules/typescript/bin/tsc'), '--skipLibCheck'],
};

interface Packed {
  files: { path: string; size: number }[];
  unpackedSize: number;
}

/** A project that has installed the package, as npm would unpack it. */
let project: string;
let packed: Packed;

beforeAll(async () => {
  const { stdout } = await run('npm', ['pack', '--dry-run', '--json', '--foreground-scripts=false'], { cwd: folder });
  [packed] = JSON.parse(stdout);
  project = await mkdtemp(join(tmpdir(), 'representa-client-'));
  const installed = join(project, 'node_modules/@representa/client');
  for (const { path } of packed.files) await cp(join(folder, path), join(installed, path));
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers'])
    await symlink(join(modules, name), join(project, 'node_modules', name));
  await mkdir(join(project, 'node_modules/@types'), { recursive: true });
  await writeFile(join(project, 'package.json'), '{ "type": "module" }');
});
afterAll(() => rm(project, { recursive: true, force: true }));

const bundle = async (code: string): Promise<string> => {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: project },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    minify: true,
  });
  return outputFiles[0]?.text ?? '';
};

const usage = `
import { createApi, eachPage, followChanges, InvalidInput, type PagedPath, type Schemas } from '@representa/client';

const api = createApi({ baseUrl: 'https://api.exemplo.com.br', apiKey: 'key' });
const body: Schemas['NewClient'] = {
  nome: 'Mercado São José', email: 'a@exemplo.com.br', telefone: '11987654321', cidade: 'São Paulo', estado: 'SP',
};
const { body: created, headers } = await api.POST('/api/v1/clients', { body });
const codigo: string = created.data.codigo;
for await (const { data, total } of eachPage(api, '/api/v1/clients')) console.log(data[0]?.nome, total, codigo);
for await (const { data } of followChanges(api, '/api/v1/sales/changes'))
  for (const change of data) console.log(change.tipo === 'alterado' ? change.registro.valor_total : change.id);
const countAll = async <Path extends PagedPath>(path: Path): Promise<number> => {
  for await (const { total } of eachPage(api, path)) return total;
  return 0;
};
console.log(await countAll('/api/v1/products'));
const total: number = (await api.GET('/api/v1/clients')).body.total;
const { body: after } = await api.GET('/api/v1/clients', { params: { query: { cursor: '', limit: total } } });
const next: string | null = after.next_cursor;
const query: { cursor?: string } = next === null ? {} : { cursor: next };
const { body: either } = await api.GET('/api/v1/sales', { params: { query } });
const counted: number | undefined = 'total' in either ? either.total : undefined;
const file = new Blob(['codigo;nome']);
const stream = file.stream() as ReadableStream<Uint8Array>;
await api.POST('/api/v1/clients/import', { body: file });
await api.POST('/api/v1/products/import', { body: new Uint8Array(1), headers: { 'content-type': 'text/csv' } });
const { body: history } = await api.GET('/api/v1/sales/{id}/history', { params: { path: { id: '1' } } });
const status: Schemas['Sale']['status'] | undefined = history.data[0]?.para.status;
const { body: reconciled } = await api.POST('/api/v1/commissions/reconcile', {
  params: { query: { representada_id: '1', coluna_pedido: 'pedido', coluna_valor: 'valor' } }, body: stream,
});
const differences: number[] = reconciled.data.divergem.map(({ valor, valor_informado }) => valor - valor_informado);
console.log(status, differences, counted);
const csv: string = (await api.GET('/api/v1/clients', { parseAs: 'text' })).body;
console.log(new InvalidInput({ status: 400, message: csv, attempts: 1 }).details, headers.get('etag'));
`;
const mistakes = [
  `await api.GET('/api/v1/client');`,
  `await api.POST('/api/v1/clients');`,
  `await api.POST('/api/v1/clients', { body: { nome: 'x' } });`,
  `await api.GET('/api/v1/clients', { query: { page: 1 } });`,
  `await api.GET('/api/v1/clients', { params: { query: { pagina: 1 } } });`,
  `await api.GET('/api/v1/clients/{id}');`,
  `await api.POST('/api/v1/clients/import', { body: { nome: 'x' } });`,
  `(await api.GET('/api/v1/clients', { params: { query: { cursor: '' } } })).body.total;`,
  `(await api.GET('/api/v1/clients')).body.next_cursor;`,
  `await api.GET('/api/v1/reports/sales', { params: { query: { por: 'mes', de: '', ate: '', cursor: '' } } });`,
  `for await (const { data } of followChanges(api, '/api/v1/sales/changes')) data[0]?.registro;`,
  `followChanges(api, '/api/v1/sales');`,
  `followChanges(api, '/api/v1/representadas/{id}');`,
  `eachPage(api, '/api/v1/sales/changes');`,
  `eachPage(api, '/api/v1/representadas/{id}');`,
  `eachRecord(api, '/api/v1/representadas/{id}');`,
  `eachRecord(api, '/api/v1/reports/route');`,
];

describe('the package', () => {
  it('has the module, its declarations, the README and nothing else', () => {
    expect(packed.files.map(({ path }) => path).sort()).toEqual([
      'README.md',
      'dist/api.d.ts',
      'dist/api.errors.d.ts',
      'dist/api.generated.d.ts',
      'dist/index.d.ts',
      'dist/index.js',
      'dist/iterate.d.ts',
      'dist/retry.d.ts',
      'dist/types.d.ts',
      'package.json',
    ]);
  });

  it('may be published, under the licence of the repository', async () => {
    const read = async (path: string) => JSON.parse(await readFile(join(folder, path), 'utf8'));
    const [own, repository] = [await read('package.json'), await read('../../package.json')];
    expect(own).toMatchObject({ name: '@representa/client', license: repository.license, version: repository.version });
    expect(own).toMatchObject({ publishConfig: { access: 'public', provenance: true } });
    expect(own).not.toHaveProperty('private');
    const workflow = await readFile(join(folder, '../../.github/workflows/ci.yml'), 'utf8');
    expect(workflow).toContain('npm publish --workspace @representa/client --provenance');
    const actions = workflow.match(/(?<=uses: )\S+/g) ?? [];
    expect(actions.filter((action) => !/@[0-9a-f]{40}$/.test(action))).toEqual([]);
  });

  it('has types that an editor reads at once', () => {
    const types = packed.files.filter(({ path }) => path.endsWith('.d.ts'));
    expect(types.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(150_000);
  });

  it('names no file of this machine and no registry', async () => {
    for (const { path } of packed.files)
      expect(await readFile(join(folder, path), 'utf8'), path).not.toMatch(
        /\/work\/|\/tmp\/|\/home\/|registry|resolved/,
      );
  });

  it.each(Object.entries(compilers))(
    'is typed for %s, and refuses mistakes',
    { timeout: 60_000 },
    async (_name, tsc) => {
      await writeFile(join(project, 'usage.ts'), usage);
      const wrong = mistakes.map((line) => `// @ts-expect-error\n${line}`).join('\n');
      await writeFile(
        join(project, 'mistakes.ts'),
        `import { createApi, eachPage, eachRecord, followChanges } from '@representa/client';
const api = createApi({ baseUrl: '', apiKey: '' });\n${wrong}\n`,
      );
      const flags =
        '--noEmit --strict --exactOptionalPropertyTypes --target es2022 --module nodenext --lib es2022,dom,dom.asynciterable'.split(
          ' ',
        );
      const result = await run(process.execPath, [...tsc, ...flags, 'usage.ts', 'mistakes.ts'], { cwd: project }).catch(
        ({ stdout }) => ({ stdout }),
      );
      expect(result.stdout).toBe('');
    },
  );

  it('is bundled for browsers without anything of Node', async () => {
    expect(await bundle(`export * from '@representa/client'`)).not.toMatch(/["']node:|require\(|\bBuffer\b/);
  });

  it('leaves out what is not imported', async () => {
    const whole = await bundle(`export * from '@representa/client'`);
    const api = await bundle(`export { createApi } from '@representa/client'`);
    const error = await bundle(`export { NotFound } from '@representa/client'`);
    expect(whole).toContain('espera:25');
    expect(api).not.toContain('espera:25');
    expect(error.length).toBeLessThan(1_000);
    expect(api.length).toBeLessThan(16_000);
  });

  it('runs on Node', async () => {
    const code = `import { createApi } from '@representa/client';
      await createApi({ baseUrl: 'http://127.0.0.1:1', apiKey: 'k', retries: 0 }).GET('/api/v1/sales')
        .catch((error) => console.log(error.name, error.status));`;
    await writeFile(join(project, 'main.mjs'), code);
    const { stdout } = await run(process.execPath, ['main.mjs'], { cwd: project });
    expect(stdout.trim()).toBe('NoReply 0');
  });
});
