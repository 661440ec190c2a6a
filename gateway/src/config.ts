import { baseEnvironment, readEnvironment } from '@representa/service-kit';
import { z } from 'zod';

/** The address of a service, or those of its replicas, separated by commas. */
const origins = z
  .string()
  .transform((list) => list.split(',').map((origin) => origin.trim()))
  .pipe(z.array(z.url({ protocol: /^http$/ })).min(1));

/** `https://app.example.com`, as browsers send it, or `*` for any. */
const isOrigin = (text: string): boolean => text === '*' || (URL.canParse(text) && new URL(text).origin === text);

export const environment = baseEnvironment.extend({
  REDIS_URL: z.string().min(1),
  SALES_URL: origins,
  CATALOG_URL: origins,
  CLIENTS_URL: origins,
  /** Enough for every service to be as busy as it may, so that one which hangs does not keep callers from the others. */
  MAX_IN_FLIGHT: z.coerce.number().int().min(1).default(1_024),
  /** Of one company, at one replica of the gateway. */
  RATE_LIMIT_PER_SECOND: z.coerce.number().int().min(1).default(10_000),
  /** Origins whose pages may call the API from a browser, separated by commas; none unless given. */
  CORS_ORIGINS: z
    .string()
    .default('')
    .transform((list) => list.split(',').flatMap((origin) => origin.trim() || []))
    .pipe(z.array(z.string().refine(isOrigin, { error: 'expected https://host, several separated by commas' }))),
});

/** Of the commands (migrate, empresas). */
export const commandEnvironment = environment.pick({
  NODE_ENV: true,
  DATABASE_URL: true,
  NATS_URL: true,
  REDIS_URL: true,
});

export type Config = z.output<typeof environment>;
export type CommandConfig = z.output<typeof commandEnvironment>;

export const readConfig = (): Config => readEnvironment(environment);
export const readCommandConfig = (): CommandConfig => readEnvironment(commandEnvironment);

export const isProduction = ({ NODE_ENV }: { NODE_ENV: string }): boolean => NODE_ENV === 'production';
