import { parseArgs } from 'node:util';
import { isDatabaseUnavailable } from '@representa/postgres';
import type { CommandOptions } from './arguments.ts';
import { CommandError } from './command-error.ts';
import type { Commands } from './commands.ts';
import type { Output } from './listings.ts';

const help = `Companies (empresas) and their API keys.

  create <name>                           a company and its first key, of scope admin
      --time-zone <zone>                  where its days begin, such as America/Manaus
      --rate <requests per second>        its own limit, or "default"
      --burst <requests>                  how many may come in a burst, or "default"
  update <id>                             with at least one option of create, or:
      --name <name>
  set <id>
      --own-register                      emails of its clients and ids of its products are unique within it only
      --shared-register                   … among all companies that share the register, as usual
  list                                    companies and keys
  deactivate <id>                         its keys are answered with "Empresa inativa"
  reactivate <id>
  add-key <id>                            another key, to replace one without downtime
      --scope read|write|admin            write unless given
      --label <text>
      --expires 2027-01-31                valid through the end of that day in its time zone
  revoke <key id or prefix>               the key is invalid from now on
  audit verify <id>                       computes its chain of audit entries anew; of "all", that of indexes
      --head <file>                       must still contain what "audit head" wrote there
  audit head <id>                         the last entries' hashes, to be kept elsewhere (with --json)
  seed-demo                               the companies of a development system
  index load inpc <file.csv>              the inflation index that corrects overdue commissions

With --json the answer is JSON: for scripts call npm run -s, or npm prints its own lines before it.
A key is shown once, when it is issued.`;

/** Connects for the command `name`. */
type WithCommands = (use: (commands: Commands) => Promise<Output>, name: keyof Commands) => Promise<Output>;

/** Prints what a command says, and returns the exit code. */
export const runCommandLine = async (args: string[], withCommands: WithCommands): Promise<number> => {
  let wantsJson = false;
  try {
    const command = parse(args);
    if (command === 'help') {
      console.log(help);
      return 0;
    }
    const { name, value, options } = command;
    wantsJson = command.wantsJson;
    const { text, json } = await withCommands((commands) => commands[name](value, options), name);
    console.log(wantsJson ? asJson(json) : text);
    return 0;
  } catch (error) {
    if (wantsJson && error instanceof CommandError && error.json) console.log(asJson(error.json));
    console.error(sentenceFor(error));
    return 1;
  }
};

const asJson = (value: unknown): string => JSON.stringify(value, null, 2);

/** What each command takes beside its name. */
const syntaxOf: Record<keyof Commands, { value: boolean; options?: readonly (keyof CommandOptions)[] }> = {
  create: { value: true, options: ['time-zone', 'rate', 'burst'] },
  update: { value: true, options: ['name', 'time-zone', 'rate', 'burst'] },
  set: { value: true, options: ['own-register', 'shared-register'] },
  list: { value: false },
  deactivate: { value: true },
  reactivate: { value: true },
  'add-key': { value: true, options: ['scope', 'label', 'expires'] },
  revoke: { value: true },
  'audit verify': { value: true, options: ['head'] },
  'audit head': { value: true },
  'seed-demo': { value: false },
  'index load inpc': { value: true },
};
const names = Object.keys(syntaxOf) as (keyof Commands)[];
const optionNames = [...new Set(names.flatMap((name) => syntaxOf[name].options ?? []))];

const parse = (args: string[]) => {
  const { values, positionals } = readArgs(args);
  const { help: isForHelp = positionals.length === 0, json: wantsJson = false, ...options } = values;
  if (isForHelp) return 'help';
  const name = names.find((one) => one === positionals.slice(0, one.split(' ').length).join(' '));
  if (!name) throw new CommandError(`There is no command "${positionals[0]}"; --help shows them.`);
  const [value = '', ...rest] = positionals.slice(name.split(' ').length);
  if (rest.length > 0 || (value !== '') !== syntaxOf[name].value)
    throw new CommandError(
      `"${name}" takes ${syntaxOf[name].value ? 'exactly one value' : 'nothing'}; --help shows how it is used.`,
    );
  const misplaced = optionNames.find((option) => option in options && !syntaxOf[name].options?.includes(option));
  if (misplaced) {
    const takers = names.filter((one) => syntaxOf[one].options?.includes(misplaced)).map((one) => `"${one}"`);
    throw new CommandError(`Only ${takers.join(' and ')} ${takers.length > 1 ? 'take' : 'takes'} --${misplaced}.`);
  }
  return { name, value, options: options as CommandOptions, wantsJson: wantsJson === true };
};

const isFlag = (name: keyof CommandOptions): boolean => name.endsWith('-register');

const readArgs = (args: string[]) => {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        json: { type: 'boolean' },
        ...Object.fromEntries(
          optionNames.map((name) => [name, { type: isFlag(name) ? ('boolean' as const) : ('string' as const) }]),
        ),
      },
    });
  } catch (error) {
    throw new CommandError(`${(error as Error).message.split('. ')[0]}; --help shows the options.`);
  }
};

const sentenceFor = (error: unknown): string => {
  if (error instanceof CommandError) return error.message;
  if (isDatabaseUnavailable(error)) return 'The database does not answer: is it running, and is DATABASE_URL right?';
  return `It failed: ${error instanceof Error ? error.message : String(error)}`;
};
