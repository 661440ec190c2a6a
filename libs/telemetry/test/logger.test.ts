import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const here = fileURLToPath(new URL('.', import.meta.url));

/** Runs a program that has a logger `log`. Returns its log lines, and its exit code or signal. */
const run = async (program: string, { killAtFirstLine = false } = {}) => {
  const contents = `import { makeLogger } from '../src/logger.ts'; const log = makeLogger('test', 'info');\n${program}`;
  const stdin = { contents, resolveDir: here, loader: 'ts' } as const;
  const { outputFiles } = await build({ bundle: true, platform: 'node', write: false, stdin });
  const child = spawn(process.execPath, ['-'], { cwd: here, stdio: ['pipe', 'pipe', 'ignore'], timeout: 5_000 });
  child.stdin.end(outputFiles[0]?.contents);
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
    if (killAtFirstLine) child.kill('SIGKILL');
  });
  const end = await new Promise((closed) => child.on('close', (code, signal) => closed(signal ?? code)));
  const lines = output.split('\n').filter((line) => line !== '');
  return { end, lines: lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
};

test('what is buffered is written on exit', async () => {
  const { end, lines } = await run("for (let i = 0; i < 200; i++) log.info({ i }, 'line'); process.exit(3);");
  expect(end).toBe(3);
  // In any order: a write that is under way may end after the last one. The lines have times.
  const numbers = lines.map(({ i }) => Number(i)).sort((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: 200 }, (_, i) => i));
});

test('what is buffered is written when an error ends the process', async () => {
  const { end, lines } = await run("log.info('last'); setTimeout(() => { throw new Error('bug'); });");
  expect(end).toBe(1);
  expect(lines).toMatchObject([{ level: 'info', name: 'test', msg: 'last' }]);
});

test('a fatal line is written at once, with all before it', async () => {
  const { end, lines } = await run("log.info('first'); log.fatal('last'); process.kill(process.pid, 'SIGKILL');");
  expect(end).toBe('SIGKILL');
  expect(lines.map(({ msg }) => msg)).toEqual(['first', 'last']);
});

test('a single line does not wait for others', async () => {
  const { end, lines } = await run("log.info('only'); setInterval(() => {}, 1_000);", { killAtFirstLine: true });
  expect(end).toBe('SIGKILL');
  expect(lines).toMatchObject([{ msg: 'only' }]);
});

test('keys, secrets and passwords are redacted', async () => {
  const { lines } = await run(`log.info({
    req: { headers: { 'x-api-key': 'one', host: 'api' } },
    upstream: { headers: { 'x-gateway-secret': 'two' } },
    user: { password: 'three' },
  }, 'line');`);
  expect(lines).toMatchObject([
    {
      req: { headers: { 'x-api-key': '[Redacted]', host: 'api' } },
      upstream: { headers: { 'x-gateway-secret': '[Redacted]' } },
      user: { password: '[Redacted]' },
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    },
  ]);
});

test('an error of PostgreSQL is logged without the values of rows', async () => {
  const { lines } = await run(`
    const violation = Object.assign(new Error('new row violates check constraint "client_estado"'), {
      code: '23514', constraint_name: 'client_estado', table_name: 'client',
      detail: 'Failing row contains (secret).', where: 'JSON data: secret', hint: 'secret',
      internal_query: 'secret', query: 'secret', parameters: ['secret'], args: ['secret'],
    });
    const badValue = Object.assign(new Error('invalid input syntax for type uuid: "secret"'), { code: '22P02' });
    log.error({ err: violation }, 'line');
    log.error({ err: badValue }, 'line');
    log.child({}).error(new Error('no code "x"'));
  `);
  expect(lines).toMatchObject([
    { err: { code: '23514', constraint_name: 'client_estado', table_name: 'client' } },
    { err: { code: '22P02', message: 'invalid input syntax for type uuid: "…"' } },
    { err: { message: 'no code "x"', stack: expect.stringContaining('no code "x"') } },
  ]);
  expect(JSON.stringify(lines)).not.toContain('secret');
});
