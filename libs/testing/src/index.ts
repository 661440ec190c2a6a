export * from './identity.ts';
export * from './otlp-sink.ts';
export * from './plans.ts';
export * from './records.ts';
export * from './stack.ts';
export * from './temporary-folder.ts';
export * from './test-plans.ts';
export * from './until.ts';
