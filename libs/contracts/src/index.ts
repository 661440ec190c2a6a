export * from './audit.ts';
export * from './call.ts';
export * from './define-operation.ts';
export * from './errors/faults.errors.ts';
export * from './errors/problems.errors.ts';
export * from './headers.ts';
export * from './nats-users.ts';
export * from './operations.ts';
