import type { Messaging } from '@representa/messaging';
import type { Database } from '@representa/postgres';
import { addSweeper } from '@representa/service-kit';
import type { Log } from '@representa/telemetry';
import type { FastifyInstance } from 'fastify';
import { makeChangesRepository } from './changes.repository.ts';
import { type FollowChanges, makeFollowChanges, type ReadChanges } from './follow-changes.ts';
import { type Changed, makeWaiters } from './waiters.ts';

interface Dependencies {
  database: Database;
  messaging: Messaging;
  log: Log;
  /** Tells every replica of the service that a company's records changed. */
  changed: Changed;
}

const tenMinutesMs = 600_000;

/** The changes feeds of a service. Returns how to make the feed of a resource. */
export const addChanges = (app: FastifyInstance, { database, messaging, log, changed }: Dependencies) => {
  const { prune } = makeChangesRepository(database);
  const waiters = makeWaiters(messaging, changed);
  waiters.announceWrites(app);
  addSweeper(app, { what: 'remove old tombstones', everyMs: tenMinutesMs, sweep: prune, log });
  app.addHook('preClose', async () => waiters.close());
  return <Row>(resource: string, read: ReadChanges<Row>): FollowChanges<Row> =>
    makeFollowChanges({ resource, waiters, read });
};
