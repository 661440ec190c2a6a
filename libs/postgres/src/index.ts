export { connectPostgres, type Database, openPool } from './connect.ts';
export {
  cannotWrite,
  DeadlinePassed,
  isDatabaseUnavailable,
  translated,
  Violation,
  violates,
  wasRolledBack,
} from './errors.ts';
export { type List, makeList } from './list.ts';
export {
  contains,
  type ListDefinition,
  type ListFilter,
  type ListOrder,
  nameKey,
  type Position,
  searchFilter,
} from './list-shape.ts';
export { migrate } from './migrate.ts';
export { findMissingSql, readSqlNames } from './missing-sql.ts';
export { type Listing, type PageAfter, pageAfter, readPage } from './pages.ts';
export { prepareDatabase } from './prepare.ts';
export { runLong } from './run-long.ts';
export { sendingFor } from './send-query.ts';
export { type Fragment, sql } from './statement.ts';
export { arrayLiteral, json, jsonb, literal } from './values.ts';
export { waitForDatabase } from './wait-for-database.ts';
export { withErrors } from './within.ts';
