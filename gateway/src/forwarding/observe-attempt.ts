import type { Trace } from '@representa/contracts';
import { withoutQuery } from '@representa/service-kit';
import { attributeNames, errorTypeOf, observeCall } from '@representa/telemetry';
import type { Replica } from './replica.ts';

interface ObservedAttempt {
  /** Send it to the service, whose span becomes a child of this one. */
  traceparent: string | undefined;
  answered(status: number): void;
  failed(error: Error): void;
}

/** The span and the duration of one attempt at a request to a service. Undefined when they are not recorded. */
export const observeAttempt = (
  trace: Trace,
  method: string,
  replica: Pick<Replica, 'origin' | 'hostname' | 'port'>,
  path: string,
): ObservedAttempt | undefined => {
  const observation = observeCall(trace, () => ({
    duration: 'http.client.request.duration',
    name: method,
    attributes: {
      [attributeNames.httpMethod]: method,
      [attributeNames.serverAddress]: replica.hostname,
      [attributeNames.serverPort]: replica.port,
    },
  }));
  if (!observation) return undefined;
  const spanAttributes = observation.isRecording
    ? { [attributeNames.urlFull]: `${replica.origin}${withoutQuery(path)}` }
    : undefined;
  return {
    traceparent: observation.traceparent,
    answered: (status) =>
      observation.end({
        attributes: { [attributeNames.httpStatus]: status },
        spanAttributes,
        // The conventions count a 4xx as a client's error. Here the client is the caller, and the attempt went well.
        errorType: status >= 500 ? String(status) : undefined,
      }),
    failed: (error) => observation.end({ spanAttributes, errorType: errorTypeOf(error) }),
  };
};
