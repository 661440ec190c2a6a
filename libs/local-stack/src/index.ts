export { endGuard } from './children/guard.ts';
export type { Restartable } from './children/restartable.ts';
export { makeSecrets } from './data-folder/secrets.ts';
export { freePort } from './ports/ports.ts';
export { migrate, seedDemo } from './processes/migrate.ts';
export {
  buildProcesses,
  environmentOf,
  type ProcessesOptions,
  roleUrl,
  type StackProcess,
  type StackProcesses,
  startProcess,
  startProcesses,
  workspaceOf,
} from './processes/processes.ts';
export { type NatsServer, startNats } from './servers/nats.ts';
export { type PostgresServer, startPostgres } from './servers/postgres.ts';
export { findPostgresBinaries } from './servers/postgres-identity.ts';
export { findProgram } from './servers/programs.ts';
export { type RedisServer, startRedis } from './servers/redis.ts';
export { type Addresses, type Servers, startServers } from './servers/servers.ts';
export { onRequestToStop } from './terminal/signals.ts';
export { startMigratedServers, startWholeStack } from './test-stack.ts';
