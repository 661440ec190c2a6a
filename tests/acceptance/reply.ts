import { expect } from 'vitest';
import { expectDocumented, expectDocumentedStatus } from './openapi.ts';

/** The reply to a request. */
export interface Reply<T = unknown> {
  status: number;
  header(name: string): string | undefined;
  text: string;
  /** Any member may be absent; the tests check the ones they expect. */
  json: {
    success: boolean;
    message: string;
    error: string;
    details: unknown;
    data: T;
    page: number;
    limit: number;
    total: number;
    next_cursor: string | null;
  };
}

export interface Issue {
  code: string;
  message: string;
  path: string[];
  [member: string]: unknown;
}

// Internals: stacks, SQL, names of drivers, addresses, and messages of libraries.
const internals =
  /\bat .+:\d+:\d+|\.(ts|js)\b|node_modules|\b(select|insert|update|delete|from|where)\b .+\b(from|into|set|where)\b|relation "|constraint|postgres|\bnats\b|redis|undici|fastify|\bzod\b|ECONN|ETIMEDOUT|FST_|ERR_|\\[dws]|\^\[|\(\?|localhost|\b\d{1,3}(\.\d{1,3}){3}\b|\w:\d{4,5}\b|:\/\//i;
const english =
  /\b(invalid|required|expected|received|must|should|not found|unexpected|unsupported|too (small|big|large)|request|payload|unauthorized|forbidden|internal)\b/i;

const parse = (text: string): Reply['json'] => {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`not JSON: ${JSON.stringify(text.slice(0, 300))}`);
  }
};

/**
 * Reads a reply and checks what holds for every reply: decision 1, and that the OpenAPI document describes it. Every
 * request of the suite goes through here.
 */
export const readReply = <T>(
  request: string,
  status: number,
  header: Reply['header'],
  bytes: Uint8Array,
  sent?: { method: string; path: string },
): Reply<T> => {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  const seen = `${request} → ${status} ${text.slice(0, 500)}`;
  expect(status, seen).toBeLessThan(500);
  if (status === 304) return readNotModified(header, text, seen, sent);
  const [type = '', charset] = (header('content-type') ?? '').split('; ');
  const isProblem = type === 'application/problem+json' && status >= 400;
  expect([type, charset], seen).toEqual(isProblem ? [type, undefined] : ['application/json', 'charset=utf-8']);
  expect(header('x-request-id'), seen).toMatch(/\S/);
  const reply = { status, header, text, json: parse(text) as Reply<T>['json'] };
  if (isProblem) expectNothingInternal(text, seen);
  else if (status >= 400) expectErrorShape(reply, seen);
  if (sent) expectDocumented(sent.method, sent.path, status, type, reply.json, seen);
  return reply;
};

/** A 304 has no body, and says which version it is about. */
const readNotModified = <T>(
  header: Reply['header'],
  text: string,
  seen: string,
  sent?: { method: string; path: string },
): Reply<T> => {
  expect([header('content-type'), header('content-length')], seen).toEqual([undefined, undefined]);
  expect([text, header('etag'), header('x-request-id')], seen).toEqual([
    '',
    expect.stringMatching(/^"\d+"$/),
    expect.stringMatching(/\S/),
  ]);
  // A HEAD is a GET without a body.
  if (sent) expectDocumentedStatus('GET', sent.path, '304', seen);
  return { status: 304, header, text, json: {} as Reply<T>['json'] };
};

const expectErrorShape = ({ json, text }: Reply, seen: string): void => {
  expect(json.error, seen).toMatch(/\S/);
  expect(
    Object.keys(json).filter((member) => member !== 'error' && member !== 'details'),
    seen,
  ).toEqual([]);
  if (json.details !== undefined) expectDetailsShape(json.details, seen);
  expectNothingInternal(text, seen);
};

/** Codes are English. */
const expectNothingInternal = (text: string, seen: string): void => {
  const prose = text.replace(/(\/docs\/errors#)?[a-z_]+\.[a-z_]+"/g, '"');
  expect(prose, seen).not.toMatch(internals);
  expect(prose, seen).not.toMatch(english);
};

// The contract names all of them but `maximum`, without which a caller would not learn the limit.
const issueMembers = ['code', 'message', 'path', 'minimum', 'maximum', 'type', 'inclusive', 'exact', 'validation'];

const expectDetailsShape = (details: unknown, seen: string): void => {
  if (!Array.isArray(details)) {
    expect(typeof details, seen).toBe('object');
    expect(details, seen).not.toBeNull();
    // Of an import: the fields of each faulty row. Otherwise messages by field; or values, and lists of values, that a
    // refusal is about.
    const { linhas } = details as { linhas?: { campos: object }[] };
    const fields = linhas ? linhas.map(({ campos }) => campos) : [details as object];
    for (const value of fields.flatMap((one) => Object.values(one).flat())) expect(value, seen).toMatch(/\S/);
    return;
  }
  for (const issue of details as Issue[]) {
    expect(issue.code, seen).toMatch(/^[a-z_]+$/);
    expect(issue.message, seen).toMatch(/\S/);
    expect(issue.path, seen).toSatisfy(
      (path: unknown) => Array.isArray(path) && path.every((one) => typeof one === 'string'),
    );
    expect(
      Object.keys(issue).filter((member) => !issueMembers.includes(member)),
      seen,
    ).toEqual([]);
  }
};
