export { addIdempotency } from './add-idempotency.ts';
export type { CreateOnce } from './create-once.ts';
export { makeKeptAnswers } from './kept-answers.repository.ts';
export { keyArguments } from './key-arguments.ts';
export { parseStored } from './stored-record.ts';
