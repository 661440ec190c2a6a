export { addIdempotency } from './add-idempotency.ts';
export type { AnswerOnce } from './answer-once.ts';
export { makeKeptAnswers } from './kept-answers.repository.ts';
export { idempotencyMigration } from './migration.ts';
