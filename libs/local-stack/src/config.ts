import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { processes } from '@representa/contracts';
import { root } from './paths.ts';
import { messageOf, StackProblem } from './problem.ts';

/** Child processes inherit this environment. */
export const inheritedEnvironment = (): NodeJS.ProcessEnv => process.env;

export type Where = 'machine' | 'containers';

/** Where tests run their servers. */
export const testStack = (): Where => (process.env.TEST_STACK === 'containers' ? 'containers' : 'machine');

/** Turns off testcontainers' cleaner (Ryuk), which is one more image to pull. The guard removes the containers. */
export const disableRyuk = (): void => {
  process.env.TESTCONTAINERS_RYUK_DISABLED ??= 'true';
};

export const searchPath = (): string => process.env.PATH ?? '';

/** A process that npm started has to end when npm is killed. */
export const startedByNpm = (): boolean => process.env.npm_lifecycle_event !== undefined;

export type StackConfig = ReturnType<typeof readStackConfig>;
export type ExternalServers = StackConfig['external'];
export type StartConfig = ReturnType<typeof readStartConfig>;

/** Whether the variable names a server. */
export const isGiven = (variable: string): boolean => setting(variable) !== undefined;

/** An empty variable counts as unset. */
const setting = (name: string): string | undefined => process.env[name]?.trim() || undefined;

export const readStackConfig = () => ({
  dataDir: resolve(root, setting('DATA_DIR') ?? '.data'),
  nodeEnv: readNodeEnv(),
  external: { postgres: address('DATABASE_URL'), nats: address('NATS_URL'), redis: address('REDIS_URL') },
});

/** An empty one is refused, too: a production that lost its value must not get demo keys. */
const readNodeEnv = (): string => {
  const { NODE_ENV = 'development' } = process.env;
  if (['development', 'test', 'production'].includes(NODE_ENV)) return NODE_ENV;
  throw new StackProblem(`NODE_ENV is "${NODE_ENV}": set it to development, test or production, or unset it.`);
};

export const readStartConfig = (args: string[], command = 'npm start') => ({
  ...readStackConfig(),
  host: setting('HOST') ?? '127.0.0.1',
  port: readPort('PORT', '3000'),
  /** Of the operator's API; undefined when it is off. */
  admin: setting('ADMIN_TOKEN')
    ? { host: setting('ADMIN_HOST') ?? '127.0.0.1', port: readPort('ADMIN_PORT', '3100') }
    : undefined,
  logLevel: setting('LOG_LEVEL'),
  /** Of the gateway. */
  rateLimit: setting('RATE_LIMIT'),
  ...readOptions(args, command),
});

const readOptions = (args: string[], command: string) => {
  try {
    const flag = { type: 'boolean', default: false } as const;
    const options = { fresh: flag, verbose: flag, help: { ...flag, short: 'h' } };
    const { values, positionals } = parseArgs({ args, options, allowPositionals: command === 'npm run dev' });
    const named: readonly string[] = positionals.length > 0 ? positionals : processes;
    const unknown = named.find((name) => !processes.some((process) => process === name));
    if (unknown) throw new Error(`${unknown} is none of ${processes.join(', ')}`);
    /** Whose sources `npm run dev` watches. */
    const watched = processes.filter((name) => named.includes(name));
    return { ...values, watched };
  } catch (error) {
    throw new StackProblem(`${messageOf(error).split('. ')[0]}: see ${command} -- --help.`);
  }
};

const readPort = (name: string, defaultPort: string): number => {
  const text = setting(name) ?? defaultPort;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port >= 1 && port <= 65_535) return port;
  throw new StackProblem(
    `${name} is "${text}": give a number from 1 to 65535, for example ${name}=${Number(defaultPort) + 1} npm start.`,
  );
};

const address = (name: string): string | undefined => {
  const text = setting(name);
  const hosts = text?.split(',') ?? [];
  if (hosts.every((host) => URL.canParse(host) && new URL(host).hostname)) return text;
  throw new StackProblem(`${name} is not a valid address: give it as scheme://user:password@host:port.`);
};
