import { endGuard } from '@representa/local-stack';
import { runBench } from './bench.ts';
import { scenarios } from './cells.ts';
import { readOptions } from './config.ts';
import { resultsFolder } from './paths.ts';
import { report } from './report.ts';

const help = `npm run bench: measures Representa on this machine, beside a monolith

  npm run bench                      everything; writes tests/bench/results/latest.md
  npm run bench -- --quick           a first look; writes results/quick.md
  npm run bench -- --only <what>     one scenario, or "growth"
  npm run bench -- --out <folder>    writes there instead

Scenarios: ${scenarios.join(', ')}
`;

const options = readOptions(process.argv.slice(2));
if (options.help) {
  console.log(help);
} else {
  const begun = Date.now();
  const log = (line: string): void =>
    console.error(`${String(Math.round((Date.now() - begun) / 1_000)).padStart(4)} s  ${line}`);
  const results = await runBench(options, log).finally(() => endGuard());
  const isWhole = !options.quick && !options.only;
  report(results, options.out ?? resultsFolder, isWhole ? 'latest' : (options.only ?? 'quick'));
  process.exit(results.broken.length > 0 ? 1 : 0);
}
