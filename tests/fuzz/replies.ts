export interface Reply {
  status: number;
  headers: Map<string, string>;
  body: Buffer;
}

/** Splits what a connection answered into replies. Throws where that is no HTTP/1.1. */
export const readReplies = (bytes: Buffer, isHead: boolean): Reply[] => {
  const replies: Reply[] = [];
  let rest = bytes;
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) throw new Error(`a reply without an end: ${show(rest)}`);
    const [statusLine = '', ...lines] = rest.toString('latin1', 0, end).split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3}) [ -~]*$/.exec(statusLine)?.[1]);
    if (!status) throw new Error(`no status line: ${show(rest)}`);
    rest = rest.subarray(end + 4);
    if (status < 200) continue;
    const headers = new Map(
      lines.map((line) => [line.split(':')[0]?.toLowerCase() ?? '', line.replace(/^[^:]*:\s*/, '')]),
    );
    // A head that is too large is refused before its method is known: the reply has a body.
    const hasBody = (!isHead || status === 431) && status !== 204 && status !== 304;
    const [body, after] = hasBody ? takeBody(headers, rest) : [Buffer.alloc(0), rest];
    rest = after;
    replies.push({ status, headers, body });
  }
  return replies;
};

const show = (bytes: Buffer): string => JSON.stringify(bytes.toString('latin1').slice(0, 300));

const takeBody = (headers: Map<string, string>, rest: Buffer): [body: Buffer, after: Buffer] => {
  if (headers.get('transfer-encoding') === 'chunked') return takeChunks(rest);
  const length = Number(headers.get('content-length') ?? Number.NaN);
  if (!(rest.length >= length)) throw new Error(`a body of ${headers.get('content-length')} bytes has ${rest.length}`);
  return [rest.subarray(0, length), rest.subarray(length)];
};

const takeChunks = (bytes: Buffer): [body: Buffer, after: Buffer] => {
  const chunks: Buffer[] = [];
  let rest = bytes;
  for (;;) {
    const end = rest.indexOf('\r\n');
    const length = Number.parseInt(rest.toString('latin1', 0, Math.max(end, 0)), 16);
    if (end < 0 || Number.isNaN(length)) throw new Error(`no chunk: ${show(rest)}`);
    const from = end + 2;
    if (rest.length < from + length + 2) throw new Error('a chunk that was cut off');
    chunks.push(rest.subarray(from, from + length));
    rest = rest.subarray(from + length + 2);
    if (length === 0) return [Buffer.concat(chunks), rest];
  }
};
