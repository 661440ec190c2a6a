import type { ProcessName } from '@representa/contracts';
import { type NatsServer, startNats } from '@representa/local-stack';
import { silentLog } from '@representa/telemetry';
import { until } from '@representa/testing';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { connectMessaging, type Messaging } from '../src/index.ts';

/** A server for the tests of a file, and connections to it that end with their test: others would get the questions of the next. */
export const useNats = () => {
  let server: NatsServer;
  const opened: Messaging[] = [];
  beforeAll(async () => {
    server = await startNats();
  });
  afterEach(() => Promise.all(opened.splice(0).map((messaging) => messaging.close())));
  afterAll(() => server.stop());

  /** Connected, but not answering yet. */
  const connectSilently = async (process: ProcessName): Promise<Messaging> => {
    const messaging = connectMessaging({ url: server.urlFor(process), process, log: silentLog });
    opened.push(messaging);
    await until('connected', () => messaging.connected);
    return messaging;
  };
  const connect = async (process: ProcessName): Promise<Messaging> => {
    const messaging = await connectSilently(process);
    messaging.startAnswering();
    return messaging;
  };
  return { nats: () => server, connect, connectSilently };
};

export const untilAnswered = (ask: () => Promise<unknown>): Promise<void> =>
  until('somebody answers', () =>
    ask().then(
      () => true,
      () => false,
    ),
  );
