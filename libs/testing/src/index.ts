export * from './identity.ts';
export * from './otlp-sink.ts';
export * from './records.ts';
export * from './stack.ts';
export * from './until.ts';
