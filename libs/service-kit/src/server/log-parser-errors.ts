import type { Socket } from 'node:net';
import type { Log } from '@representa/telemetry';

/** Lines per second, so that malformed requests cannot fill the log. */
const maxLines = 10;
const windowMs = 1_000;

interface Answer {
  request_id: string;
  status: number;
}

type LogParserError = (error: NodeJS.ErrnoException, socket: Socket, answer?: Answer) => void;

/** Logs requests that Node's HTTP parser refuses: no hook sees them. What is above the limit is only counted. */
export const makeLogParserError = (log: Log): LogParserError => {
  let refused = 0;
  const endWindow = (): void => {
    if (refused > maxLines) log.info({ times: refused - maxLines }, 'more requests refused by the HTTP parser');
    refused = 0;
  };
  return ({ code }, { remoteAddress }, answer) => {
    if (refused === 0) setTimeout(endWindow, windowMs).unref();
    refused += 1;
    if (refused > maxLines) return;
    log.info({ code, client_address: remoteAddress, ...answer }, 'request refused by the HTTP parser');
  };
};
