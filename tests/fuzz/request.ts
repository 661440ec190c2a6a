/** A request, before it becomes bytes. */
export interface FuzzRequest {
  method: string;
  /** With the query. */
  target: string;
  headers: [name: string, value: string][];
  body: Buffer | undefined;
}

/** How it is written in a report, so that it can be repeated. */
export const describeRequest = ({ method, target, headers, body }: FuzzRequest): string => {
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  const text = body === undefined ? '' : `\n${JSON.stringify(body.toString('latin1').slice(0, 2_000))}`;
  return `${method} ${target}\n${lines.join('\n')}${text}`;
};

/** The server closes the connection after its answer. */
export const toBytes = ({ method, target, headers, body }: FuzzRequest): Buffer => {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const length = body === undefined ? '' : `content-length: ${body.length}\r\n`;
  const head = Buffer.from(
    `${method} ${target} HTTP/1.1\r\nhost: api\r\nconnection: close\r\n${lines}${length}\r\n`,
    'utf8',
  );
  return body === undefined ? head : Buffer.concat([head, body]);
};
