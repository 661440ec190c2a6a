import { parseArgs } from 'node:util';
import { isDatabaseUnavailable } from '@representa/postgres';
import { type CommandOptions, type Commands, Mistake, type Output } from './commands.ts';

const help = `Companies (empresas) and their API keys.

  create <name>                           a company and its first key, of scope admin
  update <id>                             with at least one of these, which create also takes:
      --name <name>
      --time-zone <zone>                  where its days begin, such as America/Manaus
      --rate <requests per second>        its own limit, or "default"
      --burst <requests>                  how many may come at once, or "default"
  list                                    companies and keys
  deactivate <id>                         its keys are answered with "Empresa inativa"
  reactivate <id>
  add-key <id>                            another key, to replace one without downtime
      --scope read|write|admin            write unless given
      --label <text>
      --expires 2027-01-31                valid through the end of that day in its time zone
  revoke <key id or prefix>               the key is invalid from now on
  audit verify <id>                       computes its chain of audit entries anew
      --head <file>                       must still contain what "audit head" wrote there
  audit head <id>                         the last entries' hashes, to be kept elsewhere (with --json)
  seed-demo                               the companies of a development system
  index load inpc <file.csv>              the inflation index that corrects overdue commissions

With --json the answer is JSON. A key is shown once, when it is issued.`;

type WithCommands = (use: (commands: Commands) => Promise<Output>) => Promise<Output>;

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
    const { name, argument, options, wantsHelp, wantsJson } = parse(words);
    if (wantsHelp) return help;
    const { text, json } = await withCommands((commands) => commands[name](argument, options));
    return wantsJson ? JSON.stringify(json, null, 2) : text;
  });

interface Parsed {
  name: keyof Commands;
  argument: string;
  options: CommandOptions;
  wantsHelp: boolean;
  wantsJson: boolean;
}

/** Which commands take an option. */
const takenBy = {
  expires: ['add-key'],
  scope: ['add-key'],
  label: ['add-key'],
  'time-zone': ['create', 'update'],
  rate: ['create', 'update'],
  burst: ['create', 'update'],
  name: ['update'],
  head: ['audit verify'],
} as const;
const optionNames = Object.keys(takenBy) as (keyof typeof takenBy)[];

const withoutArgument = new Set(['list', 'seed-demo']);
const names = new Set([
  'create',
  'update',
  'list',
  'deactivate',
  'reactivate',
  'add-key',
  'revoke',
  'seed-demo',
  'audit verify',
  'audit head',
]);

const parse = (words: string[]): Parsed => {
  const { values, positionals } = readWords(words);
  const [name, argument = '', ...rest] = joinAudit(positionals);
  const expected = withoutArgument.has(name ?? '') ? 0 : 1;
  const wantsHelp = values.help === true || name === undefined;
  if (!wantsHelp && !names.has(name)) throw new Mistake(`There is no command "${name}"; --help shows them.`);
  if (!wantsHelp && (rest.length > 0 || (argument === '') === (expected === 1)))
    throw new Mistake(
      `"${name}" takes ${expected === 0 ? 'nothing' : 'exactly one value'}; --help shows how it is used.`,
    );
  const misplaced = optionNames.find(
    (option) => values[option] !== undefined && !(takenBy[option] as readonly string[]).includes(name ?? ''),
  );
  if (!wantsHelp && misplaced) {
    const takers = takenBy[misplaced].map((taker) => `"${taker}"`).join(' and ');
    throw new Mistake(`Only ${takers} ${takenBy[misplaced].length > 1 ? 'take' : 'takes'} --${misplaced}.`);
  }
  const { 'time-zone': time_zone, help: _, json: wantsJson = false, ...options } = values;
  return { name: name as keyof Commands, argument, options: { ...options, time_zone }, wantsHelp, wantsJson };
};

/** `audit verify` is one command of two words. */
const joinAudit = ([first, second, ...rest]: string[]): string[] =>
  first === 'audit' && second !== undefined
    ? [`audit ${second}`, ...rest]
    : [first, second, ...rest].filter((word) => word !== undefined);

const readWords = (words: string[]) => {
  try {
    return parseArgs({
      args: words,
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        json: { type: 'boolean' },
        expires: { type: 'string' },
        scope: { type: 'string' },
        label: { type: 'string' },
        name: { type: 'string' },
        rate: { type: 'string' },
        burst: { type: 'string' },
        'time-zone': { type: 'string' },
        head: { type: 'string' },
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
