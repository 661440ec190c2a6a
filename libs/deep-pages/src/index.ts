export { makeDeepPages } from './deep-pages.ts';
export { marksMigration } from './migration.ts';
