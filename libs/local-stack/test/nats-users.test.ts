import type { ProcessName } from '@representa/contracts';
import { until } from '@representa/testing';
import { connect, type NatsConnection } from 'nats';
import { afterAll, describe, expect, it } from 'vitest';
import { startNats } from '../src/index.ts';

describe('NATS users', async () => {
  const nats = await startNats();
  const connections: NatsConnection[] = [];
  const open = async (user: ProcessName): Promise<NatsConnection> => {
    const { password: pass } = new URL(nats.urlFor(user));
    const options = { port: nats.port, user, pass, inboxPrefix: `_INBOX_${user}`, reconnect: false };
    const connection = await connect(options);
    connections.push(connection);
    return connection;
  };
  /** The server reports a violation to the connection that committed it. */
  const violation = async (connection: NatsConnection, act: () => void): Promise<string> => {
    const errors: string[] = [];
    const collect = async (): Promise<void> => {
      for await (const status of connection.status()) {
        if (status.type === 'error') errors.push(String(status.error));
      }
    };
    void collect();
    act();
    await connection.flush();
    await until('the server reports a violation', () => errors.length > 0, 2_000);
    return errors.join();
  };
  afterAll(async () => {
    await Promise.all(connections.map((connection) => connection.close()));
    await nats.stop();
  });

  it('an asker that has the permission gets the answer of the responder', async () => {
    const clients = await open('clients');
    clients.subscribe('clients.v1.find-client', { queue: 'clients', callback: (_e, m) => void m.respond('found') });
    await clients.flush();
    const answer = await (await open('sales')).request('clients.v1.find-client', 'who?', { timeout: 2_000 });
    expect(answer.string()).toBe('found');
  });

  it('a process cannot ask an operation that the contract gives to another asker', async () => {
    const catalog = await open('catalog');
    const error = await violation(catalog, () => catalog.publish('clients.v1.find-client', 'who?'));
    expect(error).toMatch(/Permissions Violation.*clients\.v1\.find-client/i);
  });

  it('a process without operations to ask cannot publish', async () => {
    const gateway = await open('gateway');
    expect(await violation(gateway, () => gateway.publish('sales.v1.void-fence', '{}'))).toMatch(/Permissions/i);
  });

  it.each(['clients.v1.find-client', '_INBOX_clients.>', '_INBOX.>', '>'])(
    'sales cannot subscribe to %s',
    async (subject) => {
      const sales = await open('sales');
      const error = await violation(sales, () => void sales.subscribe(subject, { callback: () => {} }));
      expect(error).toMatch(/Permissions Violation/i);
    },
  );

  it('a process cannot send a reply that it was not asked for', async () => {
    const catalog = await open('catalog');
    expect(await violation(catalog, () => catalog.publish('_INBOX_sales.guess', 'forged'))).toMatch(/Permissions/i);
  });
});
