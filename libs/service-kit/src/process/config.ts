import { readFileSync } from 'node:fs';
import { isAddress } from '@representa/messaging';
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

/** What every process reads from its environment; each adds its own. */
export const baseEnvironment = z.object({
  /** A misspelt `production` must not serve the demo keys. */
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  HOST: listenHost,
  PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  DATABASE_URL: z.string().min(1),
  DATABASE_CONNECTIONS: z.coerce.number().int().min(1).max(100).default(8),
  NATS_URL: z.string().refine(isAddress, { error: 'expected nats://… or tls://…, several separated by commas' }),
  /** The gateway sends the first; services take any of them, so that one can be replaced while all are running. */
  GATEWAY_SECRET: secrets({ minLength: 16, maxCount: 2 }),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  /** Up to an hour, so that a request outlives a breakpoint. */
  REQUEST_TIMEOUT_MS: z.coerce.number().int().min(100).max(3_600_000).default(4_000),
  MAX_IN_FLIGHT: z.coerce.number().int().min(1).default(512),
  /** How long a process keeps answering after SIGTERM, so that gateways and balancers stop sending. */
  SHUTDOWN_DELAY_MS: z.coerce.number().int().min(0).max(8_000).default(0),
  /** The audit's entries are kept so many days; for ever unless given. */
  AUDIT_RETENTION_DAYS: z.coerce.number().int().min(1).optional(),
  /** The first signs what removed audit entries leave; a signature of any of them is genuine. Needed with AUDIT_RETENTION_DAYS. */
  AUDIT_SIGNING_KEY: secrets({ minLength: 32, maxCount: 10 }).optional(),
  /** For tests of crashes; see fault-point.ts. */
  FAULT_POINT: z
    .string()
    .regex(/^[a-z.-]+:SIG(KILL|STOP)(:[1-9])?$/)
    .optional(),
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
  DATABASE_URL: z.string().min(1),
  /** Where DATABASE_URL is a pooler: migrations hold a lock of their session, which a pooler would give to others. */
  DIRECT_DATABASE_URL: z.string().min(1).optional(),
});

/** The address that migrations use. */
export const readMigrateUrl = (): string => {
  const { DATABASE_URL, DIRECT_DATABASE_URL } = readEnvironment(migrateEnvironment);
  return DIRECT_DATABASE_URL ?? DATABASE_URL;
};
