export * from './identity.ts';
export * from './records.ts';
export * from './stack.ts';
export * from './temporary-folder.ts';
export * from './until.ts';
