import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

export interface ChaosConfig {
  seed: number;
  minutes: number;
  replicas: number;
  /** A file for all that the processes log. */
  log: string | undefined;
  help: boolean;
}

export const help = `npm run chaos: kills, pauses and cuts off everything while many callers work, then checks what is left

  npm run chaos                        five minutes, two of each process, a new seed
  npm run chaos -- --seed 42           the schedule of an earlier run
  npm run chaos -- --minutes 1
  npm run chaos -- --replicas 3        1 to 3 of each process
  npm run chaos -- --log chaos.log     keep what the processes log

Ctrl-C ends the faults early, and what was done until then is checked. Exits with 1 when anything is wrong.`;

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
