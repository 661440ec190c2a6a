import { recordsChanged } from '@representa/contracts';
import type { Messaging } from '@representa/messaging';
import type { Database } from '@representa/postgres';
import { limits, makeCountedSlots, makeFairQueue } from '@representa/queues';
import type { App } from '@representa/service-kit';
import type { OperationDocs } from '@representa/service-kit/openapi';
import { addSweeper } from '@representa/service-kit/process';
import type { Log } from '@representa/telemetry';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { makeChangesRepository } from './changes.repository.ts';
import { changesQuery, changesReply } from './changes.schemas.ts';
import { type FollowChanges, makeFollowChanges, type ReadChanges } from './follow-changes.ts';
import { makeWaiters } from './waiters.ts';

interface Dependencies {
  database: Database;
  messaging: Messaging;
  log: Log;
}

const tenMinutesMs = 600_000;

/** Whoever is inside has passed the caps of the waiters, or of the work queue. */
const feedCaps = {
  maxOfCompany: () => limits.feed.ofCompany,
  maxInside: Number.POSITIVE_INFINITY,
  maxInsideOfCompany: Number.POSITIVE_INFINITY,
};

/** The changes feeds of a service. Returns how to make the feed of a resource. */
export const addChanges = (
  app: FastifyInstance,
  { database, messaging, log }: Dependencies,
  service: keyof typeof recordsChanged,
) => {
  const { prune } = makeChangesRepository(database);
  const waiters = makeWaiters(messaging, recordsChanged[service]);
  const queue = makeFairQueue('feed', feedCaps, makeCountedSlots(Number.POSITIVE_INFINITY));
  waiters.announceWrites(app);
  addSweeper(app, { what: 'remove old tombstones', everyMs: tenMinutesMs, sweep: prune, log });
  app.addHook('preClose', async () => waiters.close());
  return <Row>(resource: string, read: ReadChanges<Row>): FollowChanges<Row> =>
    makeFollowChanges({ resource, waiters, queue, read });
};

interface ChangesRoute<Schema extends z.ZodType> {
  record: Schema;
  docs: OperationDocs;
  followChanges: FollowChanges<z.input<Schema>>;
}

export const addChangesRoute = <Schema extends z.ZodType>(
  app: App,
  url: string,
  { record, docs, followChanges }: ChangesRoute<Schema>,
): void => {
  app.get(
    url,
    { schema: { querystring: changesQuery, response: { 200: changesReply(record) } }, config: { docs, mayWait: true } },
    ({ call, query }) => followChanges(call, query),
  );
};
