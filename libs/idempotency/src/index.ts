export { addIdempotency } from './add-idempotency.ts';
export type { AnswerOnce } from './answer-once.ts';
export { idempotencyMigration } from './migration.ts';
