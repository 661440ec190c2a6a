import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

export interface FuzzConfig {
  seed: number;
  seconds: number;
  /** A running system, or none: then one is started. */
  url: string | undefined;
  help: boolean;
}

export const help = `npm run fuzz: sends mutated requests and checks every answer

  npm run fuzz                             one minute, a random seed
  npm run fuzz -- --seconds 3600
  npm run fuzz -- --seed 42                repeat the requests of an earlier run
  npm run fuzz -- --url http://host:3000   a running system with the demo keys

Exits with 1 after a wrong answer, and prints the request.`;

const number = (name: string, text: string): number => {
  const value = Number(text);
  if (text.trim() === '' || !Number.isSafeInteger(value) || value < 0)
    throw new Error(`--${name} is "${text}": give a whole number.`);
  return value;
};

export const readFuzzConfig = (args: string[]): FuzzConfig => {
  const { values } = parseArgs({
    args,
    options: {
      seed: { type: 'string', default: String(randomInt(1_000_000)) },
      seconds: { type: 'string', default: '60' },
      url: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  return {
    seed: number('seed', values.seed),
    seconds: number('seconds', values.seconds),
    url: values.url,
    help: values.help,
  };
};

/** Of the test in `npm test`. It is in the test's name, so that a failure can be repeated. */
export const testSeed = number('FUZZ_SEED', process.env.FUZZ_SEED ?? String(randomInt(1_000_000)));
