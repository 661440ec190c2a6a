import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { clientBody } from '@representa/testing';
import { quantile } from './config.ts';

/** No request of the test waits so long on purpose. */
const timeoutMs = 30_000;
const agent = new Agent({ keepAlive: true, maxSockets: 4 });

interface Answer {
  status: number;
  ms: number;
}

const send = (port: number, method: string, path: string, key: string, body?: object): Promise<Answer> =>
  new Promise((resolve) => {
    const begun = performance.now();
    const tell = (status: number): void => resolve({ status, ms: performance.now() - begun });
    const text = body && JSON.stringify(body);
    const outgoing = request(
      {
        host: '127.0.0.1',
        port,
        timeout: timeoutMs,
        path: `/api/v1${path}`,
        method,
        agent,
        headers: {
          'x-api-key': key,
          ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        },
      },
      (incoming) => {
        incoming.resume().on('end', () => tell(incoming.statusCode ?? 0));
        incoming.on('error', () => tell(599));
      },
    );
    outgoing.on('timeout', () => outgoing.destroy(new Error('no answer in time')));
    outgoing.on('error', () => tell(599));
    outgoing.end(text);
  });

export interface Experience {
  answers: number;
  /** Statuses other than 2xx. */
  failures: number[];
  /** The latency that is judged; see `quantile`. */
  tail: number;
}

/** What a well-behaved company meets: two callers that read and write, a hundred requests a second. */
const work = async (port: number, key: string, ms: number): Promise<Experience> => {
  const answers: Answer[] = [];
  const end = performance.now() + ms;
  const caller = async (): Promise<void> => {
    for (let count = 0; performance.now() < end; count++) {
      if (count % 5 === 0) answers.push(await send(port, 'POST', '/clients', key, clientBody()));
      else answers.push(await send(port, 'GET', count % 2 === 0 ? '/clients' : '/sales', key));
      await pause(10);
    }
  };
  await Promise.all([caller(), caller()]);
  const times = answers.map((answer) => answer.ms).sort((a, b) => a - b);
  return {
    answers: answers.length,
    failures: answers.map(({ status }) => status).filter((status) => status < 200 || status > 299),
    tail: times[Math.floor(times.length * quantile)] ?? Number.POSITIVE_INFINITY,
  };
};

export const makeCaller = (port: number) => ({
  send: send.bind(undefined, port),
  work: work.bind(undefined, port),
});
