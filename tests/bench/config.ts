import { parseArgs } from 'node:util';

export interface Options {
  quick: boolean;
  only: string | undefined;
  /** The folder for the results. Only a whole run overwrites the committed ones. */
  out: string | undefined;
  help: boolean;
}

export const readOptions = (args: string[]): Options => {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean' },
      only: { type: 'string' },
      out: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  return { quick: values.quick ?? false, only: values.only, out: values.out, help: values.help ?? false };
};

/** The port that a program of the benchmark listens on. */
export const portGiven = (): number => Number(process.env.PORT);

export const environmentWith = (more: Record<string, string>): NodeJS.ProcessEnv => ({ ...process.env, ...more });
