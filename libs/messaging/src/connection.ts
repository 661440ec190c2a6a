import { inboxPrefix, type ProcessName } from '@representa/contracts';
import { connect, type NatsConnection } from 'nats';
import { readAddress } from './address.ts';

export interface Log {
  warn(details: object, message: string): void;
  info(details: object, message: string): void;
}

export interface ConnectionOptions {
  /** See address.ts. */
  url: string;
  process: ProcessName;
  log: Log;
}

/** Connects as soon as NATS is there and reconnects by itself. */
export interface Connection {
  readonly connected: boolean;
  current(): NatsConnection | undefined;
  onceConnected(use: (connection: NatsConnection) => void): void;
  close(): Promise<void>;
}

export const openConnection = ({ url, process, log }: ConnectionOptions): Connection => {
  const { servers, user, pass, tls } = readAddress(url);
  let connection: NatsConnection | undefined;
  let connected = false;

  const opening = connect({
    servers,
    user,
    pass,
    ...(tls && { tls: {} }),
    name: process,
    inboxPrefix: inboxPrefix(process),
    waitOnFirstConnect: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    reconnectJitter: 100,
    pingInterval: 2_000,
    maxPingOut: 2,
    timeout: 2_000,
    // Keep trying while a password is being rotated.
    ignoreAuthErrorAbort: true,
    noAsyncTraces: true,
  });

  const follow = async (opened: NatsConnection): Promise<void> => {
    for await (const status of opened.status()) {
      if (status.type === 'disconnect' || status.type === 'staleConnection') connected = false;
      if (status.type === 'reconnect') connected = true;
      if (status.type === 'disconnect') log.warn({}, 'lost the connection to NATS');
      if (status.type === 'reconnect') log.info({}, 'connected to NATS again');
      if (status.type === 'error') log.warn({ err: status.error }, 'NATS refused something');
    }
  };

  opening.then(
    (opened) => {
      connection = opened;
      connected = true;
      void follow(opened);
    },
    (err) => log.warn({ err }, 'could not connect to NATS'),
  );

  return {
    get connected() {
      return connected;
    },
    current: () => connection,
    onceConnected: (use) => void opening.then(use, () => {}),
    close: async () => {
      // Without a first connection there is nothing to drain.
      if (connection && !connection.isClosed()) await connection.drain();
    },
  };
};
