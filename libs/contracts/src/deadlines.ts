/**
 * Deadlines nest: the innermost expires first, so that its error still reaches the caller. Each step gives the next one what it
 * has left, less this margin:
 *
 *   gateway   REQUEST_TIMEOUT_MS from the moment a request is complete (1,800 ms)
 *   service   what the gateway has left, less 50 ms (`x-timeout-ms`)
 *   NATS, SQL what the service has left, less 50 ms
 */
export const answerMarginMs = 50;
