// The command `npm run check`: runs all parts, prints a line for each, and then what the failed ones said.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

const parts = {
  types: 'tsc --noEmit --checkers 2',
  'lint, format, layers': 'biome check .',
  'OpenAPI document, client types': 'node tests/openapi/lint.mjs',
  'configuration.md': 'node docs/configuration.mjs --check',
  licences: 'node deploy/licences.mjs --check',
};

const run = ([name, command]) =>
  new Promise((resolve) => {
    const begun = Date.now();
    const [program, ...args] = command.split(' ');
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const collect = (chunk) => {
      output += chunk;
    };
    for (const stream of [child.stdout, child.stderr]) stream.on('data', collect);
    child.once('error', (error) => collect(error.message));
    child.once('close', (code) => {
      console.log(`${code === 0 ? '✔' : '✘'} ${name} (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
      resolve({ name, command, failed: code !== 0, output });
    });
  });

const queue = Object.entries(parts);
const results = [];
const work = async () => {
  for (let next = queue.shift(); next; next = queue.shift()) results.push(await run(next));
};
await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, work));

const failures = results.filter(({ failed }) => failed);
for (const { name, command, output } of failures) console.error(`\n✘ ${name}: ${command}\n${output.trimEnd()}`);
if (failures.length > 0) console.error('\nnpm run fix mends what can mend itself.');
process.exit(failures.length > 0 ? 1 : 0);
