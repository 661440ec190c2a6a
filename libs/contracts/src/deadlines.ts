/**
 * Deadlines nest: the innermost expires first, so that its error still reaches the caller. Each process gives the next
 * one what it has left, less this margin:
 *
 *   gateway      REQUEST_TIMEOUT_MS from the moment a request is complete (4 s unless given)
 *                longer for a request that waits for a change (long-poll.ts of service-kit); for a file, until its reply begins
 *   service      what the gateway has left, less 50 ms (`x-timeout-ms`); its SQL has until then
 *   NATS answer  what the asking service has left, at most 1 s, less 50 ms (`timeout-ms`)
 */
export const answerMarginMs = 50;
