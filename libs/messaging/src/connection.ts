import { setTimeout as pause } from 'node:timers/promises';
import { inboxPrefix, type ProcessName } from '@representa/contracts';
import { type Log, makeDependencyLog } from '@representa/telemetry';
import { connect, type NatsConnection } from 'nats';
import { readAddress } from './address.ts';
import { defaultMaxAnswerMs } from './envelope.ts';

export interface ConnectionOptions {
  /** See address.ts. */
  url: string;
  process: ProcessName;
  log: Log;
  /** The longest that an answer may take; a second unless given. */
  maxAnswerMs?: number;
}

/** Connects as soon as NATS is there and reconnects by itself. */
export interface Connection {
  readonly maxAnswerMs: number;
  readonly connected: boolean;
  /** Why there is no connection, as far as it is known. */
  problem(): string | undefined;
  /** Undefined while disconnected: the client would keep a message for its whole timeout and then drop it. */
  current(): NatsConnection | undefined;
  onceConnected(use: (connection: NatsConnection) => void): void;
  close(): Promise<void>;
}

const retryMs = 250;
/** A connection that is lost is looked at this often, to log why it does not come back. */
const lookMs = 1_000;
const maxDrainMs = 1_000;

export const openConnection = ({
  url,
  process,
  log,
  maxAnswerMs = defaultMaxAnswerMs,
}: ConnectionOptions): Connection => {
  const { servers, user, pass, tls } = readAddress(url);
  const dependency = makeDependencyLog(log, 'NATS', servers.join(','));
  let connection: NatsConnection | undefined;
  let connected = false;
  let closed = false;

  const connectOnce = (): Promise<NatsConnection> =>
    connect({
      servers,
      user,
      pass,
      ...(tls && { tls: {} }),
      name: process,
      inboxPrefix: inboxPrefix(process),
      maxReconnectAttempts: -1,
      reconnectTimeWait: retryMs,
      reconnectJitter: 100,
      pingInterval: 2_000,
      maxPingOut: 2,
      timeout: 2_000,
      // Keep trying while a password is being rotated.
      ignoreAuthErrorAbort: true,
      noAsyncTraces: true,
      // A process knows what it broadcasts.
      noEcho: true,
    });

  /** The client's own retries before the first connection (`waitOnFirstConnect`) do not tell why they fail. */
  const connectFirst = async (): Promise<NatsConnection> => {
    for (;;) {
      try {
        return await connectOnce();
      } catch (error) {
        if (closed) throw error;
        dependency.failed(error);
      }
      await pause(retryMs, undefined, { ref: false });
    }
  };

  const setConnected = (): void => {
    connected = true;
    dependency.worked();
  };

  const follow = async (opened: NatsConnection): Promise<void> => {
    let why: unknown = 'the connection was lost';
    const look = setInterval(() => !connected && dependency.failed(why), lookMs).unref();
    for await (const status of opened.status()) {
      if (status.type === 'disconnect' || status.type === 'staleConnection') {
        connected = false;
        why = 'the connection was lost';
        dependency.failed(why);
      }
      if (status.type === 'reconnect') setConnected();
      if (status.type === 'error' && connected) log.warn({ err: status.error }, 'NATS refused something');
      if (status.type === 'error') why = status.error;
    }
    clearInterval(look);
  };

  const opening = connectFirst();
  opening.then(
    (opened) => {
      connection = opened;
      setConnected();
      void follow(opened);
      // Closed while it was being opened.
      if (closed) void opened.close();
    },
    () => {},
  );

  return {
    maxAnswerMs,
    get connected() {
      return connected;
    },
    problem: () => (connected ? undefined : (dependency.reason() ?? 'not connected yet')),
    current: () => (connected ? connection : undefined),
    onceConnected: (use) => void opening.then(use, () => {}),
    close: async () => {
      closed = true;
      // Draining rejects without a server, and would take 6 s or more when it hangs.
      const tooLong = pause(maxDrainMs, undefined, { ref: false });
      if (connected) await Promise.race([connection?.drain(), tooLong]).catch(() => {});
      await connection?.close();
    },
  };
};
