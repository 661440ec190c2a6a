import { codeOf } from '@representa/telemetry';
import { NoAnswer, TooLate } from './exchange.ts';

interface FailedAttempt {
  error: Error;
  method: string;
  /** The body is a stream, which can be sent only once. */
  isFile: boolean;
  /** The service may have seen the request. */
  isSent: boolean;
  /** The reply's head had arrived. */
  isAnswered: boolean;
}

interface Judgement {
  /** The replica gets no further requests until a probe finds it ready. */
  isReplicaSuspect: boolean;
  mayRepeat: boolean;
}

/** After a lost connection a write may have been carried out. Repeated, it could be refused for what it did: a 409 for a taken email. */
const repeatable = new Set(['GET', 'HEAD']);

/** What a failed attempt says about its replica, and whether the request may be sent again. */
export const judgeFailure = ({ error, method, isFile, isSent, isAnswered }: FailedAttempt): Judgement => {
  // A file that breaks off closes the connection, too. A request that undici refuses to send would be refused again.
  const isCallersFault = (isFile && isSent) || codeOf(error) === 'UND_ERR_INVALID_ARG';
  // A replica that has just gone refuses connections, or closes them on a request.
  const isLost = !(error instanceof NoAnswer) && !isAnswered && !isCallersFault;
  return {
    // A replica that hangs says nothing until the deadline.
    isReplicaSuspect: isLost || error instanceof TooLate,
    mayRepeat: isLost && !isFile && (!isSent || repeatable.has(method)),
  };
};
