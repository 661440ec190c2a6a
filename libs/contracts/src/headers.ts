/** What the gateway tells a service about a request. A caller's own copies are replaced, except a well-formed x-request-id. */
export const headers = {
  empresaId: 'x-empresa-id',
  empresaTimeZone: 'x-empresa-time-zone',
  /** The id of the API key that was used. */
  keyId: 'x-key-id',
  keyPrefix: 'x-key-prefix',
  callerAddress: 'x-caller-address',
  gatewaySecret: 'x-gateway-secret',
  requestId: 'x-request-id',
  /** Milliseconds the asker will still wait: a duration, because clocks of machines differ. */
  timeout: 'x-timeout-ms',
  /** Different for each request that the gateway sends. The service echoes it, so that a reply is never taken for another's. */
  exchangeId: 'x-exchange-id',
} as const;

/** In a service's 429 or 503: what refused the request, for the gateway's log. */
export const limiterHeader = 'x-limiter';

/** Where a service tells the gateway its part of the OpenAPI document. */
export const openapiPath = '/internal/openapi.json';
