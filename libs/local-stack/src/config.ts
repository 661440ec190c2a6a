import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
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

export interface ExternalServers {
  postgres: string | undefined;
  nats: string | undefined;
  redis: string | undefined;
}

export interface StackConfig {
  dataDir: string;
  nodeEnv: string;
  external: ExternalServers;
}

export interface StartConfig extends StackConfig {
  host: string;
  port: number;
  /** Of the operator's API; undefined when it is off. */
  admin: { host: string; port: number } | undefined;
  logLevel: string | undefined;
  /** Of the gateway. */
  rateLimit: string | undefined;
  fresh: boolean;
  verbose: boolean;
  help: boolean;
}

/** Whether the variable names a server. */
export const isGiven = (variable: string): boolean => setting(variable) !== undefined;

/** An empty variable counts as unset. */
const setting = (name: string): string | undefined => process.env[name]?.trim() || undefined;

export const readStackConfig = (): StackConfig => ({
  dataDir: resolve(root, setting('DATA_DIR') ?? '.data'),
  nodeEnv: setting('NODE_ENV') ?? 'development',
  external: { postgres: address('DATABASE_URL'), nats: address('NATS_URL'), redis: address('REDIS_URL') },
});

export const readStartConfig = (args: string[]): StartConfig => ({
  ...readStackConfig(),
  host: setting('HOST') ?? '127.0.0.1',
  port: readPort('PORT', '3000'),
  admin: setting('ADMIN_TOKEN')
    ? { host: setting('ADMIN_HOST') ?? '127.0.0.1', port: readPort('ADMIN_PORT', '3100') }
    : undefined,
  logLevel: setting('LOG_LEVEL'),
  rateLimit: setting('RATE_LIMIT'),
  ...readOptions(args),
});

const readOptions = (args: string[]): Pick<StartConfig, 'fresh' | 'verbose' | 'help'> => {
  try {
    const { values } = parseArgs({
      args,
      options: { fresh: { type: 'boolean' }, verbose: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    });
    return { fresh: values.fresh ?? false, verbose: values.verbose ?? false, help: values.help ?? false };
  } catch (error) {
    throw new StackProblem(`${messageOf(error).split('. ')[0]}: see npm start -- --help.`);
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
