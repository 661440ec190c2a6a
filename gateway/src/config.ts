import { isIP } from 'node:net';
import { limits } from '@representa/queues';
import { baseEnvironment, commaSeparated, listenHost, readEnvironment } from '@representa/service-kit/process';
import { z } from 'zod';
import { maxBurst, maxRate } from './rate-limit/rate-limit.ts';

/** Empty when the variable is not set. */
const optionalList = commaSeparated.default([]);

/** Without a path: requests have their own. */
const isHttpOrigin = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, origin, href } = new URL(text);
  return protocol === 'http:' && href === `${origin}/`;
};

const expectedOrigins = 'expected http://host:port, several separated by commas';

/** The address of a service, or those of its replicas, separated by commas. */
const origins = commaSeparated.pipe(
  z
    .array(
      z
        .string()
        .refine(isHttpOrigin, { error: expectedOrigins })
        .transform((url) => new URL(url).origin),
    )
    .min(1, { error: expectedOrigins }),
);

/** `https://app.example.com`, as browsers send it, or `*` for any. */
const isOrigin = (text: string): boolean => text === '*' || (URL.canParse(text) && new URL(text).origin === text);

/** Not /0: whoever connects could then choose the address that counts as theirs. Fastify refuses it, too, with a stack. */
const isNetwork = (text: string): boolean => {
  const [address = '', bits = '1', ...rest] = text.split('/');
  const max = isIP(address) === 6 ? 128 : 32;
  return rest.length === 0 && isIP(address) > 0 && /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= max;
};

export const environment = baseEnvironment.extend({
  REDIS_URL: z.string().min(1).describe('Redis or Valkey'),
  SALES_URL: origins.describe('the replicas of sales: `http://host:port`, several separated by commas'),
  CATALOG_URL: origins.describe('the replicas of catalog'),
  CLIENTS_URL: origins.describe('the replicas of clients'),
  RATE_LIMIT: z.coerce
    .number()
    .int()
    .min(0)
    .max(maxRate)
    .default(limits.rate.perSecond)
    .describe('requests per second of a company at all replicas, unless it has its own limit; 0: no limit'),
  RATE_BURST: z.coerce
    .number()
    .int()
    .min(1)
    .max(maxBurst)
    .default(limits.rate.burst)
    .describe('how many of them may come at once'),
  TRUSTED_PROXIES: optionalList
    .pipe(z.array(z.string().refine(isNetwork, { error: 'expected addresses or networks such as 10.0.0.0/8' })))
    .describe('addresses or networks of proxies whose `X-Forwarded-For` counts, separated by commas'),
  ADMIN_TOKEN: optionalList
    .pipe(
      z
        .array(
          z
            .string()
            .min(32)
            .regex(/^[!-~]+$/, { error: 'expected visible ASCII characters without spaces' }),
        )
        .max(2),
    )
    .describe("opens the operator's API: 32 characters or more; two, separated by a comma, while it is replaced"),
  ADMIN_HOST: listenHost.describe("address of the operator's API"),
  ADMIN_PORT: z.coerce.number().int().min(0).max(65_535).default(3_100).describe("port of the operator's API"),
  CORS_ORIGINS: optionalList
    .pipe(z.array(z.string().refine(isOrigin, { error: 'expected https://host, several separated by commas' })))
    .describe('origins whose pages may call the API from a browser, separated by commas, or `*`'),
});

/** What the command `empresas` reads. */
const commandEnvironment = environment.pick({
  NODE_ENV: true,
  DATABASE_URL: true,
  NATS_URL: true,
  REDIS_URL: true,
  AUDIT_SIGNING_KEY: true,
});

export type Config = z.output<typeof environment>;
export type CommandConfig = z.output<typeof commandEnvironment>;

export const readConfig = (): Config => readEnvironment(environment);
export const readCommandConfig = (): CommandConfig => readEnvironment(commandEnvironment);

export const isProduction = ({ NODE_ENV }: { NODE_ENV: string }): boolean => NODE_ENV === 'production';
