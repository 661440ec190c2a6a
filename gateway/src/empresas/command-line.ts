import { parseArgs } from 'node:util';
import { isDatabaseUnavailable } from '@representa/postgres';
import { type CommandOptions, type Commands, Mistake } from './commands.ts';

const help = `Companies (empresas) and their API keys.

  create <name> [--time-zone <zone>]      a company and its first key
  update <id> --time-zone <zone>          where its days begin, such as America/Manaus
  list                                    companies and keys
  deactivate <id>                         its keys are answered with "Empresa inativa"
  reactivate <id>
  add-key <id> [--expires 2027-01-31]     another key, to replace one without downtime;
                                          valid through the end of that day in its time zone
  revoke <key id or prefix>               the key is invalid from now on
  seed-demo                               the companies of a development system
  index load inpc <file.csv>              the inflation index that corrects overdue commissions

A key is shown once, when it is issued.`;

type WithCommands = (use: (commands: Commands) => Promise<string>) => Promise<string>;

/** Prints what a command says, and returns the exit code. */
export const printOutcome = async (run: () => Promise<string>): Promise<number> => {
  try {
    console.log(await run());
    return 0;
  } catch (error) {
    console.error(sentenceFor(error));
    return 1;
  }
};

export const runCommandLine = (words: string[], withCommands: WithCommands): Promise<number> =>
  printOutcome(async () => {
    const { name, argument, options, wantsHelp } = parse(words);
    return wantsHelp ? help : withCommands((commands) => commands[name](argument, options));
  });

interface Parsed {
  name: keyof Commands;
  argument: string;
  options: CommandOptions;
  wantsHelp: boolean;
}

const withoutArgument = new Set(['list', 'seed-demo']);
const names = new Set(['create', 'update', 'list', 'deactivate', 'reactivate', 'add-key', 'revoke', 'seed-demo']);

const parse = (words: string[]): Parsed => {
  const { values, positionals } = readWords(words);
  const [name, argument = '', ...rest] = positionals;
  const expected = withoutArgument.has(name ?? '') ? 0 : 1;
  const wantsHelp = values.help === true || name === undefined;
  if (!wantsHelp && !names.has(name)) throw new Mistake(`There is no command "${name}"; --help shows them.`);
  if (!wantsHelp && (rest.length > 0 || (argument === '') === (expected === 1)))
    throw new Mistake(
      `"${name}" takes ${expected === 0 ? 'nothing' : 'exactly one value'}; --help shows how it is used.`,
    );
  if (!wantsHelp && values.expires !== undefined && name !== 'add-key')
    throw new Mistake('Only "add-key" takes --expires.');
  if (!wantsHelp && values['time-zone'] !== undefined && name !== 'create' && name !== 'update')
    throw new Mistake('Only "create" and "update" take --time-zone.');
  const options = { expires: values.expires, time_zone: values['time-zone'] };
  return { name: name as keyof Commands, argument, options, wantsHelp };
};

const readWords = (words: string[]) => {
  try {
    return parseArgs({
      args: words,
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        expires: { type: 'string' },
        'time-zone': { type: 'string' },
      },
    });
  } catch (error) {
    throw new Mistake(`${(error as Error).message.split('. ')[0]}; --help shows the options.`);
  }
};

const sentenceFor = (error: unknown): string => {
  if (error instanceof Mistake) return error.message;
  if (isDatabaseUnavailable(error)) return 'The database does not answer: is it running, and is DATABASE_URL right?';
  return `It failed: ${error instanceof Error ? error.message : String(error)}`;
};
