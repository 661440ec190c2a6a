/** Headers of a request that a service is sent. */
export const fromCaller = [
  'accept',
  'content-encoding',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'traceparent',
] as const;

/** Headers of a service's reply that the caller is sent. */
export const fromService = [
  'content-type',
  'content-length',
  'etag',
  'retry-after',
  'idempotency-replayed',
  'allow',
  'content-disposition',
  'deprecation',
  'sunset',
] as const;
