export { buildProcesses } from './build.ts';
export { endGuard } from './guard.ts';
export { migrate, seedDemo } from './migrate.ts';
export { type NatsServer, startNats } from './nats.ts';
export { freePort } from './ports.ts';
export { type PostgresServer, startPostgres } from './postgres.ts';
export { findPostgresBinaries } from './postgres-binaries.ts';
export {
  environmentOf,
  type ProcessesOptions,
  roleUrl,
  type StackProcess,
  type StackProcesses,
  startProcess,
  startProcesses,
  workspaceOf,
} from './processes.ts';
export { type RedisServer, startRedis } from './redis.ts';
export type { Restartable } from './restartable.ts';
export { makeSecrets } from './secrets.ts';
export { type Servers, startServers } from './servers.ts';
export { onRequestToStop } from './signals.ts';
export { startMigratedServers, startWholeStack } from './test-stack.ts';
