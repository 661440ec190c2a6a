import { connect } from 'node:net';

const timeoutMs = 1_000;

/** What a server sends first after the question, or '' when it only accepts the connection. Needs no client library. */
const ask = (port: number, host: string, question?: string): Promise<string | undefined> =>
  new Promise((resolve) => {
    const socket = connect({ host, port });
    const finish = (answer?: string): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(timeoutMs, () => finish());
    socket.once('connect', () => (question === undefined ? finish('') : socket.write(question, 'latin1')));
    socket.once('data', (data) => finish(data.toString('latin1')));
    socket.once('error', () => finish());
    socket.once('close', () => finish());
  });

export const somethingListens = async (port: number, host: string): Promise<boolean> =>
  (await ask(port, host)) !== undefined;

const answers = async (port: number, question: string, expected: string): Promise<boolean> =>
  (await ask(port, '127.0.0.1', question))?.includes(expected) ?? false;

/** The start-up message of protocol 3.0. The server requests authentication when it accepts logins. */
const startupMessage = '\0\0\0\x29\0\x03\0\0user\0postgres\0database\0postgres\0\0';

export const postgresAnswers = (port: number): Promise<boolean> => answers(port, startupMessage, 'SCRAM-SHA-256');

/** Compares the server's name, because another NATS server may have taken the port. */
export const natsAnswers = (port: number, serverName: string): Promise<boolean> =>
  answers(port, '', `"server_name":"${serverName}"`);

export const redisAnswers = (port: number, password: string): Promise<boolean> =>
  answers(port, `AUTH ${password}\r\n`, '+OK');

export const httpAnswersOk = (url: string): Promise<boolean> =>
  fetch(url, { headers: { connection: 'close' }, signal: AbortSignal.timeout(timeoutMs) }).then(
    async (response) => (await response.text()) !== undefined && response.ok,
    () => false,
  );
