export { buildProcesses } from './build.ts';
export type { Where } from './config.ts';
export { endGuard } from './guard.ts';
export { migrate, seedDemo } from './migrate.ts';
export { type NatsAddress, type NatsServer, startNats } from './nats.ts';
export { freePort } from './ports.ts';
export { type PostgresAddress, type PostgresServer, startPostgres } from './postgres.ts';
export { findPostgresBinaries } from './postgres-binaries.ts';
export { StackProblem } from './problem.ts';
export {
  environmentOf,
  type ProcessesOptions,
  type ProcessOptions,
  roleUrl,
  type StackProcess,
  type StackProcesses,
  startProcess,
  startProcesses,
  workspaceOf,
} from './processes.ts';
export { type RedisAddress, type RedisServer, startRedis } from './redis.ts';
export type { Restartable } from './restartable.ts';
export { makeSecrets, type Secrets } from './secrets.ts';
export type { ServerOptions } from './server.ts';
export { type Addresses, type Servers, type ServersOptions, startServers } from './servers.ts';
export { startMigratedServers, startWholeStack } from './test-stack.ts';
