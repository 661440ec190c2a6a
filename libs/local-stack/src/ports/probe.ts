import { get } from 'node:http';
import { connect } from 'node:net';

const timeoutMs = 1_000;

/** Returns the first bytes that a server sends, or undefined. Needs no client library. */
const firstAnswer = (host: string, port: number, question: string | Buffer): Promise<Buffer | undefined> =>
  new Promise((resolve) => {
    const socket = connect({ host, port });
    const finish = (answer?: Buffer): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(timeoutMs, () => finish());
    socket.once('connect', () => socket.write(question));
    socket.once('data', finish);
    socket.once('error', () => finish());
    socket.once('close', () => finish());
  });

/** A start-up message of protocol 3.0. The server answers with an authentication request (R) when it accepts logins. */
const startupMessage = (): Buffer => {
  const parameters = Buffer.from('user\0postgres\0database\0postgres\0\0');
  const head = Buffer.alloc(8);
  head.writeInt32BE(head.length + parameters.length, 0);
  head.writeInt32BE(196_608, 4);
  return Buffer.concat([head, parameters]);
};

export const postgresAnswers = async (port: number, host = '127.0.0.1'): Promise<boolean> =>
  (await firstAnswer(host, port, startupMessage()))?.toString('latin1', 0, 1) === 'R';

/** Compares the server's name, because another NATS server may have taken the port. */
export const natsAnswers = async (port: number, serverName: string): Promise<boolean> => {
  const answer = (await firstAnswer('127.0.0.1', port, ''))?.toString() ?? '';
  return answer.startsWith('INFO ') && answer.includes(`"server_name":"${serverName}"`);
};

export const redisAnswers = async (port: number, password: string): Promise<boolean> =>
  (await firstAnswer('127.0.0.1', port, `AUTH ${password}\r\n`))?.toString().startsWith('+OK') ?? false;

export const somethingListens = (port: number, host: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port });
    const finish = (listens: boolean): void => {
      socket.destroy();
      resolve(listens);
    };
    socket.setTimeout(timeoutMs, () => finish(false));
    socket.once('connect', () => finish(true));
    socket.once('error', () => finish(false));
  });

export const httpAnswersOk = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const request = get(url, { agent: false, timeout: timeoutMs }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.once('timeout', () => request.destroy());
    request.once('error', () => resolve(false));
  });
