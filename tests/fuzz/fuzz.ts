import { makeRandom } from '@representa/testing';
import { expectedStatus, faultOf, maxReplies, mayStayUnanswered, secretsFrom } from './judge.ts';
import { makeByteMutator } from './mutate-bytes.ts';
import { makeRequestMaker } from './mutate-request.ts';
import { readOperations } from './operations.ts';
import { askAsOtherCompany } from './other-company.ts';
import { createRecords } from './records.ts';
import { readReplies } from './replies.ts';
import { describeRequest, type FuzzRequest, toBytes } from './request.ts';
import { type Answer, sendBytes } from './send.ts';

interface Options {
  url: string;
  seed: number;
  /** Names the records. Another one for each run against the same system. */
  run: string;
  /** Asked before each request. */
  isEnough: (requests: number) => boolean;
}

export interface FuzzReport {
  requests: number;
  /** How often each status was answered. */
  statuses: Map<number, number>;
  /** Wrong answers, each with its request. */
  faults: string[];
  /** To the other company's requests. */
  otherReplies: number;
}

const callers = 8;
/** After this many, more would only tell the same. */
const maxFaults = 20;

/** The requests have deleted a part of the caller's records by then. */
const renewAfter = 750;

/** One in four requests is broken below HTTP. */
const sharePerBytes = 0.25;

/** A server that says nothing for so long waits for the rest of a request, or for another one. */
const silenceMs = 300;
/** Or the machine is busy. */
const longSilenceMs = 5_000;

const sendBrokenBytes = async (url: string, bytes: Buffer): Promise<Answer> => {
  const answer = await sendBytes(url, bytes, silenceMs);
  const isTooEarly = answer.gaveUp && answer.bytes.length === 0 && !mayStayUnanswered(bytes);
  return isTooEarly ? sendBytes(url, bytes, longSilenceMs) : answer;
};

export const runFuzz = async ({ url, seed, run, isEnough }: Options): Promise<FuzzReport> => {
  const [operations, records] = await Promise.all([readOperations(url), createRecords(url, run)]);
  const report: FuzzReport = { requests: 0, statuses: new Map(), faults: [], otherReplies: 0 };

  const judge = async (bytes: Buffer, request: FuzzRequest | undefined): Promise<string | undefined> => {
    const answer = await (request ? sendBytes(url, bytes) : sendBrokenBytes(url, bytes));
    if (!answer.isComplete) return 'the connection stays open';
    if (answer.bytes.length === 0 && !mayStayUnanswered(bytes)) return 'the connection is closed without a reply';
    const replies = readReplies(answer.bytes, request?.method === 'HEAD');
    if (request && replies.length !== 1) return `${replies.length} replies to one request`;
    const max = maxReplies(bytes);
    if (replies.length > max) return `${replies.length} replies, and there can be ${max} at most`;
    const secrets = secretsFrom(records, bytes);
    for (const reply of replies) {
      report.statuses.set(reply.status, (report.statuses.get(reply.status) ?? 0) + 1);
      const fault = faultOf(reply, secrets, request?.method);
      if (fault) return fault;
      const expected = request && expectedStatus(request);
      // A head that is too large has no key that could be looked at.
      if (expected && reply.status !== expected && reply.status !== 431)
        return `status ${reply.status} instead of ${expected}`;
    }
    return undefined;
  };

  const tryOne = async (bytes: Buffer, request?: FuzzRequest): Promise<void> => {
    const fault = await judge(bytes, request).catch((error: Error) => error.message);
    const sent = request ? describeRequest(request) : JSON.stringify(bytes.toString('latin1').slice(0, 4_000));
    if (fault) report.faults.push(`${fault}\n${sent}`);
  };

  const renew = (): Promise<unknown> =>
    records.renew().catch((error: Error) => report.faults.push(`the caller's records: ${error.message}`));

  const call = async (caller: number): Promise<void> => {
    const random = makeRandom(seed, `caller ${caller}`);
    const makeRequest = makeRequestMaker(random, operations, records);
    const mutateBytes = makeByteMutator(random);
    while (!isEnough(report.requests) && report.faults.length < maxFaults) {
      report.requests += 1;
      if (report.requests % renewAfter === 0) await renew();
      const request = makeRequest();
      if (!random.chance(sharePerBytes)) await tryOne(toBytes(request), request);
      // The length of a reply to HEAD cannot be told from that of its body, if it is unknown which reply that is.
      else await tryOne(mutateBytes([request, makeRequest()].filter(({ method }) => method !== 'HEAD')));
    }
  };
  const other = await askAsOtherCompany(url, records);
  await Promise.all(Array.from({ length: callers }, (_, caller) => call(caller))).finally(other.stop);
  return { ...report, faults: [...report.faults, ...other.faults], otherReplies: other.replies };
};
