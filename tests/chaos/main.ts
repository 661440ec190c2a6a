import { createWriteStream } from 'node:fs';
import { endGuard } from '@representa/local-stack';
import { runChaos } from './chaos.ts';
import { type ChaosConfig, help, readChaosConfig } from './config.ts';
import { fullDeck, shortDeck } from './deck.ts';
import { report } from './report.ts';

const say = (sentence: string): void => void process.stdout.write(`${sentence}\n`);

/** In less than this not everything could happen even once. */
const shortMinutes = 1.5;

/** One Ctrl-C arrives twice under npm: from the terminal, and passed on. */
const sameKeyPressMs = 1_000;

/** The first request to stop ends the faults; a later one does not wait for the checks. */
const onRequestToStop = (): AbortSignal => {
  const asked = new AbortController();
  let askedAt = 0;
  const ask = (): void => {
    if (!asked.signal.aborted) {
      askedAt = Date.now();
      say('Stopping: no more faults, but what was done is checked');
      asked.abort();
    } else if (Date.now() - askedAt > sameKeyPressMs) {
      void endGuard({ force: true }).then(() => process.exit(1));
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask);
  return asked.signal;
};

const run = async ({ seed, minutes, replicas, log: file }: ChaosConfig): Promise<number> => {
  const log = file === undefined ? undefined : createWriteStream(file);
  say(`Chaos with seed ${seed}: npm run chaos -- --seed ${seed} --minutes ${minutes} --replicas ${replicas}`);
  const outcome = await runChaos({
    seed,
    seconds: Math.round(minutes * 60),
    replicas,
    deck: minutes < shortMinutes ? shortDeck : fullDeck,
    say,
    stop: onRequestToStop(),
    ...(log && { log: (label, line) => void log.write(`${new Date().toISOString()} ${label} ${line}\n`) }),
  });
  log?.end();
  say(report(outcome));
  return outcome.ledger.violations.length === 0 ? 0 : 1;
};

const main = async (args: string[]): Promise<number> => {
  try {
    const config = readChaosConfig(args);
    if (!config.help) return await run(config);
    say(help);
    return 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
};

process.exit(await main(process.argv.slice(2)));
