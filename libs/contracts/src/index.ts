export * from './catalog.ts';
export * from './clients.ts';
export * from './gateway.ts';
export * from './headers.ts';
export * from './nats-users.ts';
export * from './operation.ts';
export * from './references.ts';
export * from './sales.ts';
