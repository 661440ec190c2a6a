import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Received {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
  /** When it arrived. */
  at: number;
}

export interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
}

/**
 * `lose` closes the connection without a reply, `cut` and `cut-file` in the middle of one, `hang` never answers, and
 * `stall-file` sends only the beginning.
 */
type Step = Answer | 'lose' | 'cut' | 'cut-file' | 'stall-file' | 'hang';

const answer = (reply: ServerResponse, step: Step): void => {
  if (step === 'hang') return;
  if (step === 'lose') {
    reply.destroy();
    return;
  }
  if (step === 'cut' || step === 'cut-file' || step === 'stall-file') {
    const type = step === 'cut' ? 'application/json' : 'text/csv';
    reply.writeHead(200, { 'content-type': type, 'content-length': '100' });
    reply.write('{"data":', () => step !== 'stall-file' && reply.destroy());
    return;
  }
  const { status = 200, headers = {}, body } = step;
  const isText = typeof body === 'string';
  reply.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'x-request-id': 'req-1', ...headers });
  reply.end(body === undefined ? undefined : isText ? body : JSON.stringify(body));
};

/** A server that answers its requests by a script. The last step answers all further requests. */
export const startScripted = async (...steps: (Step | ((request: Received) => Answer))[]) => {
  const received: Received[] = [];
  const server = createServer(async (incoming, reply) => {
    const at = performance.now();
    const { method = '', url: path = '', headers } = incoming;
    const request = { method, path, headers, body: await text(incoming), at };
    received.push(request);
    const step = steps[Math.min(received.length, steps.length) - 1] ?? {};
    answer(reply, typeof step === 'function' ? step(request) : step);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: (): void => {
      server.close();
      server.closeAllConnections();
    },
  };
};

export type Scripted = Awaited<ReturnType<typeof startScripted>>;
