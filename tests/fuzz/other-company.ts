import { isDeepStrictEqual } from 'node:util';
import { keys, type Records } from './records.ts';

export interface OtherCompany {
  replies: number;
  /** Wrong replies. */
  faults: string[];
  stop(): Promise<void>;
}

/** Each sends one request at a time, on a connection that is kept open. */
const callers = 2;
const pauseMs = 50;
const maxMs = 15_000;

const lists = ['clients', 'representadas', 'products', 'sales'];

/**
 * Asks for the records of the other company beside the fuzzing, and compares each reply with the first one to the same request:
 * nobody changes these records. A reply that belongs to another request or company is another text.
 */
export const askAsOtherCompany = async (url: string, { own, foreign, marker }: Records): Promise<OtherCompany> => {
  const ask = async (path: string): Promise<string> => {
    const reply = await fetch(`${url}/api/v1${path}`, {
      headers: { 'x-api-key': keys.other },
      signal: AbortSignal.timeout(maxMs),
    });
    return `${reply.status} ${await reply.text()}`;
  };

  const expected: [path: string, reply: string][] = [];
  const expectOf = async (path: string, isRight: (reply: string) => boolean): Promise<void> => {
    const reply = await ask(path);
    if (!isRight(reply)) throw new Error(`before the fuzzing, ${path} as ${keys.other}: ${reply}`);
    expected.push([path, reply]);
  };
  for (const resource of lists) {
    const ids = foreign[resource] ?? [];
    await expectOf(`/${resource}?limit=100&search=${marker}`, (reply) => hasIds(reply, ids));
    for (const id of ids) await expectOf(`/${resource}/${id}`, (reply) => hasIds(reply, [id]));
    // A record of the fuzzer's company.
    await expectOf(`/${resource}/${own[resource]?.[0]}`, (reply) => reply.startsWith('404 '));
  }

  const result = { replies: 0, faults: [] as string[] };
  let isOver = false;
  const call = async (caller: number): Promise<void> => {
    for (let turn = caller; !isOver && result.faults.length === 0; turn++) {
      const [path, right] = expected[turn % expected.length] as [string, string];
      const reply = await ask(path).catch((error: Error) => `no reply: ${error.message}`);
      result.replies += 1;
      if (reply !== right) result.faults.push(`GET ${path} as ${keys.other}: ${reply}\ninstead of ${right}`);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  };
  const calling = Promise.all(Array.from({ length: callers }, (_, caller) => call(caller)));
  const stop = async (): Promise<void> => {
    isOver = true;
    await calling;
  };
  return Object.assign(result, { stop });
};

/** The record or the records of a reply. */
const hasIds = (reply: string, ids: string[]): boolean => {
  if (!reply.startsWith('200 ')) return false;
  const { data } = JSON.parse(reply.slice(4)) as { data: { id: string } | { id: string }[] };
  const found = [data].flat().map(({ id }) => id);
  return isDeepStrictEqual(found.sort(), [...ids].sort());
};
