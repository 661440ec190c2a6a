/** Dashboards and alerts depend on these names. */
export const metricNames = {
  http: 'http_server_request_duration_seconds',
  nats: 'nats_operation_duration_seconds',
  sql: 'db_query_duration_seconds',
  eventLoopDelay: 'event_loop_delay_seconds',
} as const;

export const attributeNames = {
  process: 'process',
  method: 'method',
  route: 'route',
  status: 'status',
  outcome: 'outcome',
  quantile: 'quantile',
} as const;
