export { makeDeepPages } from './deep-pages.ts';
export { clientMarks, saleMarks } from './migration.ts';
