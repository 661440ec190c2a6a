export { type Batch, makeBatcher } from './batcher.ts';
export {
  type FairQueue,
  makeCountedSlots,
  makeFairQueue,
  type QueueCaps,
  type Slots,
  type Turn,
} from './fair-queue.ts';
export { limits } from './limits.ts';
export { type Limiter, Refused, type Why } from './refused.ts';
