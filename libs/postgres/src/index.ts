export * from './changed-columns.ts';
export * from './connect.ts';
export * from './contains.ts';
export * from './deadline-passed.ts';
export * from './errors.ts';
export * from './listing.ts';
export * from './migrate.ts';
export * from './prepare.ts';
