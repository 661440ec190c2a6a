import { baseEnvironment, fillEnvironment, migrateEnvironment } from '@representa/service-kit/process';
import type { z } from 'zod';
import { environment as gatewayEnvironment } from '../../gateway/src/config.ts';
import { environment as prepareEnvironment } from '../prepare/src/config.ts';

/** Standard variables of OpenTelemetry. */
const telemetryVariables = [
  'OTEL_METRICS_EXPORTER',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
];

/** Read by Node itself. */
const nodeVariables = ['NODE_EXTRA_CA_CERTS'];

/**
 * Of the processes, beside those of their schemas. `envFrom` takes the whole Secret and the whole ConfigMap: DIRECT_DATABASE_URL is
 * for migrations, TRUSTED_PROXIES for the gateway.
 */
const processVariables = [...telemetryVariables, 'DIRECT_DATABASE_URL', 'TRUSTED_PROXIES'];

interface Program {
  schema: z.ZodObject;
  /** The names of the variables that it may get. */
  reads: Set<string>;
}

const program = (schema: z.ZodObject, further: string[] = []): Program => ({
  schema,
  reads: new Set([...Object.keys(schema.shape), ...further, ...nodeVariables]),
});

const mains: Record<string, Program> = {
  gateway: program(gatewayEnvironment, processVariables),
  sales: program(baseEnvironment, processVariables),
  catalog: program(baseEnvironment, processVariables),
  clients: program(baseEnvironment, processVariables),
  prepare: program(prepareEnvironment),
};

const commands: Record<string, Program> = {
  'dist/migrate.js': program(migrateEnvironment),
  'dist/fill-demo.js': program(fillEnvironment),
  'dist/empresas.js': program(
    gatewayEnvironment.pick({ NODE_ENV: true, DATABASE_URL: true, NATS_URL: true, REDIS_URL: true }),
  ),
};

/** The program that a container runs; undefined for a foreign image. */
export const programOf = (image: string, args: readonly string[] = []): Program | undefined => {
  const name = /(?:^|\/)representa\/([a-z]+)/.exec(image)?.[1];
  if (name === undefined) return undefined;
  const found = args[0] === undefined ? mains[name] : commands[args[0]];
  if (!found) throw new Error(`unknown program ${name} ${args.join(' ')}`);
  return found;
};

/** Problems with the variables that a program gets. */
export const problemsOf = ({ schema, reads }: Program, given: Record<string, string>): string[] => {
  const unread = Object.keys(given).filter((name) => !reads.has(name));
  const { error } = schema.safeParse(given);
  return [
    ...unread.map((name) => `${name} is not read`),
    ...(error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`),
    ...('FAULT_POINT' in given ? ['FAULT_POINT is for tests'] : []),
  ];
};
