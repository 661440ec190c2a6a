import type { ProcessName } from '@representa/contracts';
import { connect, type NatsConnection } from 'nats';
import { afterAll, describe, expect, it } from 'vitest';
import { startNats } from '../src/index.ts';

describe('NATS users', async () => {
  const nats = await startNats();
  const connections: NatsConnection[] = [];
  const open = async (user: ProcessName): Promise<NatsConnection> => {
    const { port, credentials } = nats;
    const options = { port, user, pass: credentials[user], inboxPrefix: `_INBOX_${user}`, reconnect: false };
    const connection = await connect(options);
    connections.push(connection);
    return connection;
  };
  /** The server tells a violation to who committed it. */
  const violation = async (connection: NatsConnection, act: () => void): Promise<string> => {
    const statuses = connection.status()[Symbol.asyncIterator]();
    act();
    await connection.flush();
    for (;;) {
      const { value } = await statuses.next();
      if (value?.type === 'error') return String(value.error);
    }
  };
  afterAll(async () => {
    await Promise.all(connections.map((connection) => connection.close()));
    await nats.stop();
  });

  it('who may ask gets the answer, which only the responder may give', async () => {
    const clients = await open('clients');
    clients.subscribe('clients.v1.find-client', { queue: 'clients', callback: (_e, m) => void m.respond('found') });
    await clients.flush();
    const answer = await (await open('sales')).request('clients.v1.find-client', 'who?', { timeout: 2_000 });
    expect(answer.string()).toBe('found');
  });

  it('nobody asks what is not theirs to ask', async () => {
    const catalog = await open('catalog');
    const said = await violation(catalog, () => catalog.publish('clients.v1.find-client', 'who?'));
    expect(said).toMatch(/Permissions Violation.*clients\.v1\.find-client/i);
  });

  it('one that asks nothing may publish nothing', async () => {
    const gateway = await open('gateway');
    expect(await violation(gateway, () => gateway.publish('sales.v1.void-fence', '{}'))).toMatch(/Permissions/i);
  });

  it.each(['clients.v1.find-client', '_INBOX_clients.>', '_INBOX.>', '>'])(
    'sales cannot listen on %s',
    async (subject) => {
      const sales = await open('sales');
      const said = await violation(sales, () => void sales.subscribe(subject, { callback: () => {} }));
      expect(said).toMatch(/Permissions Violation/i);
    },
  );

  it('a reply can be given once, and only by who was asked', async () => {
    const catalog = await open('catalog');
    expect(await violation(catalog, () => catalog.publish('_INBOX_sales.guess', 'forged'))).toMatch(/Permissions/i);
  });
});
