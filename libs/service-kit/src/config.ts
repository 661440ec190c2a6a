import { z } from 'zod';

/** What every process reads from its environment; each adds its own. */
export const baseEnvironment = z.object({
  NODE_ENV: z.string().default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  DATABASE_URL: z.string().min(1),
  DATABASE_CONNECTIONS: z.coerce.number().int().min(1).max(100).default(4),
  NATS_URL: z.string().min(1),
  GATEWAY_SECRET: z.string().min(16),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  REQUEST_TIMEOUT_MS: z.coerce.number().int().min(100).default(1_800),
});

export class BadEnvironment extends Error {
  override readonly name = 'BadEnvironment';
}

export const readEnvironment = <Schema extends z.ZodType>(schema: Schema): z.output<Schema> => {
  const result = schema.safeParse(process.env);
  if (result.success) return result.data;
  const faults = result.error.issues.map(({ path, code }) => `${path.join('.')} (${code})`);
  throw new BadEnvironment(`the environment lacks or misstates: ${faults.join(', ')}`);
};

/** Migrations need the database and nothing else. */
export const readMigrateConfig = () => readEnvironment(baseEnvironment.pick({ DATABASE_URL: true }));
