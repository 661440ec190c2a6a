export { addIdempotency } from './add-idempotency.ts';
export type { CreateOnce } from './create-once.ts';
export { keyArguments, makeKeptAnswers, parseStored } from './kept-answers.repository.ts';
