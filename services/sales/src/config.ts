import { baseEnvironment, readEnvironment } from '@representa/service-kit';

const environment = baseEnvironment.extend({
  // More than the others have: while a sale waits for the disk, its connection waits with it.
  DATABASE_CONNECTIONS: baseEnvironment.shape.DATABASE_CONNECTIONS.unwrap().default(12),
});

export const readConfig = () => readEnvironment(environment);
