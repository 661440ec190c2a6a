export { connectPostgres, type Database, openPool } from './connect.ts';
export { contains, searchFilter } from './contains.ts';
export {
  cannotWrite,
  DeadlinePassed,
  isDatabaseUnavailable,
  Violation,
  violates,
  wasRolledBack,
} from './errors.ts';
export { json, jsonb } from './json.ts';
export { activeFilter, keptTotal } from './kept-total.ts';
export { type List, makeList, type PageAfter, pageAfter } from './list.ts';
export type { ListFilter, OwnedCall, Position } from './list-shape.ts';
export { arrayLiteral, literal, quoteLiteral } from './literals.ts';
export { migrate } from './migrate.ts';
export { findMissingSql, readSqlNames } from './missing-sql.ts';
export { nameKey } from './name-key.ts';
export { prepareDatabase } from './prepare.ts';
export { sendingFor } from './prepared-sizes.ts';
export { type Listing, readPage } from './read-page.ts';
export { type Fragment, sql } from './statement.ts';
export { waitForDatabase } from './wait-for-database.ts';
export { withErrors } from './within.ts';
