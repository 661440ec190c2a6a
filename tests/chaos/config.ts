import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

export interface ChaosConfig {
  seed: number;
  minutes: number;
  replicas: number;
  /** The file for the log lines of the processes. */
  log: string | undefined;
  help: boolean;
}

export const help = `npm run chaos: kills, pauses and disconnects processes and servers while many callers work, then checks the data

  npm run chaos                        five minutes, two replicas of each process, a random seed
  npm run chaos -- --seed 42           repeat the schedule of an earlier run
  npm run chaos -- --minutes 1
  npm run chaos -- --replicas 3        1 to 3 replicas of each process
  npm run chaos -- --log chaos.log     write the logs of the processes to a file

Ctrl-C ends the faults early; the checks still run. Exits with 1 after a violation.`;

const number = (name: string, text: string, lowest: number, highest: number): number => {
  const value = Number(text);
  if (text.trim() === '' || !(value >= lowest && value <= highest)) {
    throw new Error(`--${name} is "${text}": give a number from ${lowest} to ${highest}.`);
  }
  return value;
};

export const readChaosConfig = (args: string[]): ChaosConfig => {
  const { values } = parseArgs({
    args,
    options: {
      seed: { type: 'string', default: String(randomInt(1_000_000)) },
      minutes: { type: 'string', default: '5' },
      replicas: { type: 'string', default: '2' },
      log: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  return {
    seed: Math.trunc(number('seed', values.seed, 0, Number.MAX_SAFE_INTEGER)),
    minutes: number('minutes', values.minutes, 0.1, 600),
    replicas: Math.trunc(number('replicas', values.replicas, 1, 3)),
    log: values.log,
    help: values.help,
  };
};
