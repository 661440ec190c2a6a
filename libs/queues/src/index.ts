export { type Batch, makeBatcher } from './batcher.ts';
export { type FairQueue, makeFairQueue, makePlaces, type QueueCaps, type Slots, type Turn } from './fair-queue.ts';
export { limits } from './limits.ts';
export { type Limiter, Refused, type Why } from './refused.ts';
