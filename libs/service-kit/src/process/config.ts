import { readFileSync } from 'node:fs';
import { isAddress } from '@representa/messaging';
import { limits } from '@representa/queues';
import { z } from 'zod';

/** A comma too many is no fault. */
export const commaSeparated = z.string().transform((list) =>
  list
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);

/** Several, separated by commas, while one is replaced. */
const secrets = ({ minLength, maxCount }: { minLength: number; maxCount: number }) =>
  commaSeparated.pipe(z.array(z.string().min(minLength)).min(1).max(maxCount));

/** For `localhost` Fastify would open a second server, for IPv6, that lacks what is set on the first. */
export const listenHost = z
  .string()
  .default('127.0.0.1')
  .transform((host) => (host === 'localhost' ? '127.0.0.1' : host));

const databaseUrl = z.string().min(1).describe("PostgreSQL, with the process's own role");

/** What every process reads from its environment; each adds its own. docs/configuration.md shows the descriptions. */
export const baseEnvironment = z.object({
  NODE_ENV: z
    .enum(['development', 'test', 'production'])
    .default('development')
    .describe('with `production` the demo keys are refused; images set it'),
  HOST: listenHost.describe('address to listen on; images set 0.0.0.0'),
  PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(0)
    .describe('port to listen on, 0 for any free one; images set 3000'),
  DATABASE_URL: databaseUrl,
  DATABASE_CONNECTIONS: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(limits.connection.all)
    .describe('connections to PostgreSQL of one replica; one company uses three quarters of them at most'),
  NATS_URL: z
    .string()
    .refine(isAddress, { error: 'expected nats://… or tls://…, several separated by commas' })
    .describe("NATS, with the process's own user; several servers separated by commas"),
  GATEWAY_SECRET: secrets({ minLength: 16, maxCount: 2 }).describe(
    'proves to services that a request came through the gateway: 16 characters or more; two, separated by a comma, while it is replaced: the gateway sends the first, services accept both',
  ),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('the least important lines that are logged'),
  REQUEST_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    .max(3_600_000)
    .default(4_000)
    .describe('time until the reply begins; imports and `espera` may take longer. An hour is for debuggers'),
  MAX_IN_FLIGHT: z.coerce
    .number()
    .int()
    .min(1)
    .default(limits.inside.all)
    .describe(
      'requests that are worked on or wait, at the gateway for each service; beyond it 503; one company gets a quarter, beyond that 429',
    ),
  SHUTDOWN_DELAY_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(8_000)
    .default(0)
    .describe('time to keep answering after SIGTERM, so that gateways and balancers stop sending'),
  AUDIT_RETENTION_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .describe("days that the audit's entries are kept; for ever unless given"),
  AUDIT_SIGNING_KEY: secrets({ minLength: 32, maxCount: 10 })
    .optional()
    .describe(
      'required with `AUDIT_RETENTION_DAYS`: 32 characters or more. Signs what removed entries leave; earlier keys stay after it, separated by commas',
    ),
  FAULT_POINT: z
    .string()
    .optional()
    .describe('for tests of crashes: the file that arms a fault point (fault-point.ts); refused in production'),
});

export type ProcessConfig = z.output<typeof baseEnvironment>;

/** Operators read these messages. Those of the API are in Portuguese. */
const english = z.locales.en().localeError;

type Values = Record<string, string | undefined>;

/**
 * `DATABASE_URL_FILE=/run/secrets/database-url`: the variable's value is in that file. An empty value counts as missing: as a
 * number it would be 0, which some variables take for "no limit". An empty NODE_ENV is a mistake: it would mean development.
 */
const valuesOf = (names: readonly string[]): { values: Values; faults: string[] } => {
  const given = Object.entries(process.env).filter(([name, value]) => value?.trim() || name === 'NODE_ENV');
  const values: Values = Object.fromEntries(given);
  const faults: string[] = [];
  for (const name of names) {
    const path = process.env[`${name}_FILE`];
    if (!path) continue;
    if (process.env[name]) faults.push(`${name} (also given as ${name}_FILE)`);
    try {
      values[name] = readFileSync(path, 'utf8').trimEnd() || undefined;
    } catch {
      faults.push(`${name}_FILE (cannot be read)`);
    }
  }
  return { values, faults };
};

/** Names the variable, never its value: that may be a secret. */
const describeFault = ({ path: [name = ''], message }: z.core.$ZodIssue, values: Values): string =>
  values[String(name)] === undefined ? `${String(name)} (missing)` : `${String(name)} (${message})`;

/** Prints what is wrong with the environment in one line, and exits. */
export const readEnvironment = <Schema extends z.ZodObject>(schema: Schema): z.output<Schema> => {
  const { values, faults } = valuesOf(Object.keys(schema.shape));
  const result = schema.safeParse(values, { error: english });
  // A file that cannot be read is no second fault of its variable.
  if (faults.length === 0) {
    faults.push(...(result.error?.issues ?? []).map((issue) => describeFault(issue, values)));
    const needsKey = 'AUDIT_RETENTION_DAYS' in schema.shape && values.AUDIT_RETENTION_DAYS;
    if (needsKey && !values.AUDIT_SIGNING_KEY) faults.push('AUDIT_SIGNING_KEY (missing, with AUDIT_RETENTION_DAYS)');
  }
  if (values.NODE_ENV === 'production' && values.FAULT_POINT) faults.push('FAULT_POINT (not in production)');
  if (result.success && faults.length === 0) return result.data;
  process.stderr.write(`Cannot start with this environment: ${faults.join('; ')}\n`);
  process.exit(1);
};

export const migrateEnvironment = z.object({
  DATABASE_URL: databaseUrl,
  DIRECT_DATABASE_URL: z
    .string()
    .min(1)
    .optional()
    .describe('PostgreSQL itself, where `DATABASE_URL` is a pooler: migrations hold a lock of their session'),
});

/** The address that migrations use. */
export const readMigrateUrl = (): string => {
  const { DATABASE_URL, DIRECT_DATABASE_URL } = readEnvironment(migrateEnvironment);
  return DIRECT_DATABASE_URL ?? DATABASE_URL;
};

/** Of the command `fill-demo`. */
export const fillEnvironment = baseEnvironment.pick({ NODE_ENV: true, DATABASE_URL: true });

/** The address that `fill-demo` uses. Exits in production, which accepts no demo key. */
export const readFillUrl = (): string => {
  const { DATABASE_URL, NODE_ENV } = readEnvironment(fillEnvironment);
  if (NODE_ENV !== 'production') return DATABASE_URL;
  process.stderr.write('The demo key is public: production does not accept it.\n');
  process.exit(1);
};
