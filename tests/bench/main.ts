import { endGuard } from '@representa/local-stack';
import { runBench } from './bench.ts';
import { readOptions } from './config.ts';
import { help } from './help.ts';
import { resultsFolder } from './paths.ts';
import { report } from './report/write.ts';

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
