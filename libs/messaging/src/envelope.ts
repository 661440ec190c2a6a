import { answerMarginMs, type Call, callWithin } from '@representa/contracts';
import { headers, type Msg, type MsgHdrs } from 'nats';

/** The longest time to wait for an answer, also for a call with a later deadline. Longer ones are for debugging. */
export const defaultMaxAnswerMs = 1_000;

export const header = {
  timeout: 'timeout-ms',
  traceparent: 'traceparent',
  // For spans and log lines. Of a batch, those of its first question.
  empresaId: 'empresa-id',
  requestId: 'request-id',
  failed: 'failed',
} as const;

export const headersFor = (timeout: number, { traceparent, empresa_id, request_id }: Call): MsgHdrs => {
  const result = headers();
  result.set(header.timeout, String(Math.max(1, timeout - answerMarginMs)));
  if (traceparent) result.set(header.traceparent, traceparent);
  if (empresa_id) result.set(header.empresaId, empresa_id);
  if (request_id) result.set(header.requestId, request_id);
  return result;
};

export const callFrom = ({ headers: received }: Msg): Call => ({
  ...callWithin(Number(received?.get(header.timeout)) || defaultMaxAnswerMs),
  traceparent: received?.get(header.traceparent) || undefined,
  empresa_id: received?.get(header.empresaId) || undefined,
  request_id: received?.get(header.requestId) || undefined,
});
