import { createWriteStream } from 'node:fs';
import { onRequestToStop } from '@representa/local-stack';
import { runChaos } from './chaos.ts';
import { type ChaosConfig, help, readChaosConfig } from './config.ts';
import { fullFaults, shortFaults } from './fault-specs.ts';
import { report } from './report.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** A shorter run has no time for every fault of the full list. */
const shortMinutes = 1.5;

/** Aborted by the first request to stop, which ends the faults. A second one ends the run without the checks. */
const untilAskedToStop = (): AbortSignal => {
  const asked = new AbortController();
  onRequestToStop(() => {
    print('Stopping: no more faults; the checks still run');
    asked.abort();
  });
  return asked.signal;
};

const run = async ({ seed, minutes, replicas, log: logFile }: ChaosConfig): Promise<number> => {
  const log = logFile === undefined ? undefined : createWriteStream(logFile);
  print(`Chaos with seed ${seed}: npm run chaos -- --seed ${seed} --minutes ${minutes} --replicas ${replicas}`);
  const outcome = await runChaos({
    seed,
    seconds: Math.round(minutes * 60),
    replicas,
    specs: minutes < shortMinutes ? shortFaults : fullFaults,
    progress: print,
    stop: untilAskedToStop(),
    ...(log && { log: (label, line) => void log.write(`${new Date().toISOString()} ${label} ${line}\n`) }),
  });
  log?.end();
  print(report(outcome));
  return outcome.ledger.violations.length === 0 ? 0 : 1;
};

const main = async (args: string[]): Promise<number> => {
  try {
    const config = readChaosConfig(args);
    if (!config.help) return await run(config);
    print(help);
    return 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
};

process.exit(await main(process.argv.slice(2)));
