// `npm run generate` writes configuration.md from the schemas that check the environment of each process.
// With --check (part of `npm run check`) it fails when the file differs from them.
import { readFileSync, writeFileSync } from 'node:fs';
import { environment as prepare } from '../deploy/prepare/src/config.ts';
import { environment as gateway } from '../gateway/src/config.ts';
import { migrateEnvironment as migrate } from '../libs/service-kit/src/process/index.ts';
import { environment as catalog } from '../services/catalog/src/config.ts';
import { environment as clients } from '../services/clients/src/config.ts';
import { environment as sales } from '../services/sales/src/config.ts';

const file = new URL('configuration.md', import.meta.url);
const processes = { sales, catalog, clients, gateway };

/** Numbers above this have no bound of their own. */
const unbounded = Number.MAX_SAFE_INTEGER;

const code = (text) => `\`${text}\``;

const boundsOf = ({ enum: values, minimum, maximum = unbounded }) => {
  if (values) return values.map(code).join(', ');
  if (minimum === undefined) return '';
  return maximum === unbounded ? `${minimum} or more` : `${minimum} to ${maximum}`;
};

const defaultOf = (schema, json) => {
  if (json.default !== undefined && !Array.isArray(json.default)) return code(json.default);
  return schema.safeParse(undefined).success ? 'none' : '**required**';
};

const cellsOf = (name, schema) => {
  const json = schema.toJSONSchema({ io: 'input', unrepresentable: 'any' });
  if (!schema.description) throw new Error(`${name} has no description: add .describe() to its schema.`);
  return [defaultOf(schema, json), boundsOf(json), schema.description];
};

const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** One row for processes that have the same definition of a variable. */
const rowsOfProcesses = () => {
  const rows = new Map();
  for (const [process, { shape }] of Object.entries(processes))
    for (const [name, schema] of Object.entries(shape)) {
      const cells = [code(name), ...cellsOf(name, schema)];
      const key = cells.join();
      rows.set(key, { cells, of: [...(rows.get(key)?.of ?? []), process] });
    }
  const all = Object.keys(processes).length;
  return [...rows.values()].map(({ cells: [name, ...rest], of }) => [
    name,
    of.length === all ? 'all' : of.join(', '),
    ...rest,
  ]);
};

const rowsOf = ({ shape }) => Object.entries(shape).map(([name, schema]) => [code(name), ...cellsOf(name, schema)]);

const text = `# Configuration

<!-- Written by \`npm run generate\` from the schemas in config.ts of each process. -->

Processes read environment variables once, at the start. A wrong or missing one is named in one line, and the process
exits. An empty variable counts as unset.

All but those of telemetry can be given as a file instead: \`DATABASE_URL_FILE=/run/secrets/database-url\`.

\`npm start -- --help\` lists the variables of \`npm start\`, which sets all others itself.
[Secrets](../deploy/README.md#secrets) shows how those of a cluster are stored.

## Processes

${table(['variable', 'of', 'default', 'allowed', 'meaning'], rowsOfProcesses())}

## Migrations

${table(['variable', 'default', 'allowed', 'meaning'], rowsOf(migrate))}

## \`prepare\`

Creates roles, schemas and extensions ([Install](../deploy/README.md#install)).

${table(['variable', 'default', 'allowed', 'meaning'], rowsOf(prepare))}

## Telemetry

Traces and metrics follow the standard variables of OpenTelemetry (\`OTEL_…\`). A signal is off unless an exporter or an
endpoint is configured for it. Metrics for Prometheus: \`OTEL_METRICS_EXPORTER=prometheus\`.

${table(
  ['variable', 'of', 'default', 'meaning'],
  [
    [code('OTEL_EXPORTER_OTLP_ENDPOINT'), 'all', 'none', 'collector of traces and metrics'],
    [code('OTEL_TRACES_SAMPLER'), 'all', code('parentbased_always_on'), 'which requests are traced'],
    [code('OTEL_EXPORTER_OTLP_HEADERS_FILE'), 'all', 'none', "file with the headers, which have the collector's token"],
    [code('TRACE_TRUST_CALLER'), 'gateway', code('false'), "`true`: a caller's `traceparent` decides what is traced"],
    [code('SERVICE_VERSION'), 'all', code('dev'), 'shown in traces and metrics; images set it'],
  ],
)}
`;

if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (readFileSync(file, 'utf8') !== text) {
  console.error('docs/configuration.md differs from the schemas. Run: npm run generate');
  process.exitCode = 1;
}
