import { createWriteStream } from 'node:fs';
import { endGuard } from '@representa/local-stack';
import { runChaos } from './chaos.ts';
import { type ChaosConfig, help, readChaosConfig } from './config.ts';
import { fullFaults, shortFaults } from './fault-specs.ts';
import { report } from './report.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** A shorter run has no time for every fault of the full list. */
const shortMinutes = 1.5;

/** Under npm one Ctrl-C arrives twice: from the terminal, and forwarded by npm. */
const sameKeyPressMs = 1_000;

/** The first request to stop ends the faults. A second one ends the run without the checks. */
const onRequestToStop = (): AbortSignal => {
  const asked = new AbortController();
  let askedAt = 0;
  const ask = (): void => {
    if (!asked.signal.aborted) {
      askedAt = Date.now();
      print('Stopping: no more faults; the checks still run');
      asked.abort();
    } else if (Date.now() - askedAt > sameKeyPressMs) {
      void endGuard({ force: true }).then(() => process.exit(1));
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask);
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
    stop: onRequestToStop(),
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
