export { type Batch, makeBatcher } from './batcher.ts';
