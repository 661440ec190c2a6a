/**
 * Names by the OpenTelemetry semantic conventions (https://opentelemetry.io/docs/specs/semconv/). Dashboards and alerts
 * depend on them. What the conventions have no name for is below.
 */
export const attributeNames = {
  httpMethod: 'http.request.method',
  httpRoute: 'http.route',
  httpStatus: 'http.response.status_code',
  urlPath: 'url.path',
  urlScheme: 'url.scheme',
  urlFull: 'url.full',
  serverAddress: 'server.address',
  serverPort: 'server.port',
  errorType: 'error.type',
  dbSystem: 'db.system.name',
  dbNamespace: 'db.namespace',
  dbOperation: 'db.operation.name',
  dbSummary: 'db.query.summary',
  messagingSystem: 'messaging.system',
  messagingDestination: 'messaging.destination.name',
  messagingOperation: 'messaging.operation.name',
  messagingOperationType: 'messaging.operation.type',
  empresaId: 'representa.empresa.id',
  requestId: 'representa.request.id',
} as const;

interface Metric {
  unit: string;
  /** Prometheus shows it as HELP. */
  description: string;
  buckets?: number[];
}

const httpBuckets = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
const dbBuckets = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10];

const known = {
  'http.server.request.duration': { unit: 's', description: 'Duration of requests answered.', buckets: httpBuckets },
  'http.client.request.duration': {
    unit: 's',
    description: 'Duration of requests that the gateway sent to services, each attempt by itself.',
    buckets: httpBuckets,
  },
  'messaging.client.operation.duration': {
    unit: 's',
    description: 'Duration of questions asked over NATS, to the answer.',
    buckets: httpBuckets,
  },
  'messaging.process.duration': {
    unit: 's',
    description: 'Duration of answering a question that came over NATS.',
    buckets: httpBuckets,
  },
  'db.client.operation.duration': {
    unit: 's',
    description: 'Duration of queries to PostgreSQL and commands to Redis, with the wait for a connection.',
    buckets: dbBuckets,
  },
  'http.server.active_requests': { unit: '{request}', description: 'Requests under way.' },
  'limiter.refusals': {
    unit: '{request}',
    description: 'Requests refused because there were too many, by what refused.',
  },
  'db.client.connection.pending_requests': { unit: '{request}', description: 'Queries that wait for a connection.' },
  'db.pool.replacements': { unit: '{pool}', description: 'Pools replaced because PostgreSQL did not answer.' },
  'key_cache.lookups': { unit: '{lookup}', description: 'Lookups of API keys by layer and outcome.' },
  'references.unfinished': { unit: '{record}', description: 'Records with a delete or rename that did not finish.' },
  'changes.waiting': { unit: '{request}', description: 'Callers of a changes feed that wait for the next change.' },
  'sales.waiting': { unit: '{sale}', description: 'Sales that wait for the next batch of their company.' },
  'nodejs.eventloop.delay.p50': { unit: 's', description: 'Median event-loop delay since the last collection.' },
  'nodejs.eventloop.delay.p99': { unit: 's', description: '99th percentile of the delay since the last collection.' },
  'nodejs.eventloop.delay.max': { unit: 's', description: 'Longest event-loop delay since the last collection.' },
  'nodejs.eventloop.utilization': {
    unit: '1',
    description: 'Share of time the event loop was busy since the last one.',
  },
  'process.cpu.time': { unit: 's', description: 'CPU time of the process by mode.' },
  'process.memory.usage': { unit: 'By', description: 'Resident memory of the process.' },
  'v8js.memory.heap.used': { unit: 'By', description: 'Heap in use.' },
  'v8js.memory.heap.limit': { unit: 'By', description: 'Largest size that the heap may have.' },
  'v8js.gc.duration': {
    unit: 's',
    description: 'Duration of garbage collections by type.',
    buckets: [0.01, 0.1, 1, 10],
  },
  'build.info': { unit: '', description: 'Always 1; the labels tell the version that is running.' },
} satisfies Record<string, Metric>;

export type MetricName = keyof typeof known;
export const metrics: Readonly<Record<MetricName, Metric>> = known;

/** How names for Prometheus spell units. A count such as `{request}` is not part of a name. */
const units: Readonly<Record<string, string>> = { s: '_seconds', By: '_bytes', '1': '_ratio' };

/** The exporter for Prometheus appends `_total` to counters, but no unit to any name, as the specification wants it. */
export const prometheusName = (name: MetricName): string => `${name}${units[metrics[name].unit] ?? ''}`;
