import { type Call, millisecondsLeft } from '@representa/contracts';

export interface Batch<Item> {
  key: string;
  items: readonly Item[];
  /** The earliest deadline of the batch, and the trace of its first item. */
  call: Call;
}

interface Options<Item, Result> {
  /** Resolves with one result for each item, in order. */
  run: (batch: Batch<Item>) => Promise<readonly Result[]>;
  /** The size of all items of a batch is at most this, unless one item alone is larger. */
  maxSize: number;
  sizeOf: (item: Item) => number;
  /** After this time a batch no longer holds up the next one with its key. Never, unless given. */
  nextBatchAfterMs?: number;
  /**
   * A queued item with less time left is rejected. A batch has its earliest deadline: an item with hardly any time left would
   * fail all others.
   */
  minMs: number;
  /** The error of an item whose time passes while it is queued. */
  expired: () => Error;
}

interface Queued<Item, Result> {
  item: Item;
  call: Call;
  timer?: NodeJS.Timeout;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Runs an item at once unless a batch with the same key is under way; items that arrive meanwhile form the next batch.
 * So a lone caller never waits, and under load the fixed cost of a round trip is shared.
 */
export const makeBatcher = <Item, Result>({
  run,
  maxSize,
  sizeOf,
  nextBatchAfterMs,
  minMs,
  expired,
}: Options<Item, Result>) => {
  type Queue = Queued<Item, Result>[];
  /** By key, while a batch with it is under way. */
  const queues = new Map<string, Queue>();

  const countFitting = (queue: Queue): number => {
    let size = 0;
    const tooMany = queue.findIndex(({ item }, i) => {
      size += sizeOf(item);
      return i > 0 && size > maxSize;
    });
    return tooMany < 0 ? queue.length : tooMany;
  };

  const timeToWait = ({ call }: Queued<Item, Result>): number => millisecondsLeft(call) - minMs;

  const giveUp = (queue: Queue, queued: Queued<Item, Result>): void => {
    clearTimeout(queued.timer);
    queue.splice(queue.indexOf(queued), 1);
    queued.reject(expired());
  };

  const runBatch = (key: string, queue: Queue, batch: Queue): void => {
    for (const { timer } of batch) clearTimeout(timer);
    let isOver = false;
    const letNextRun = (): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(slow);
      runNext(key, queue);
    };
    const slow = nextBatchAfterMs === undefined ? undefined : setTimeout(letNextRun, nextBatchAfterMs);
    void settle(batch, run({ key, items: batch.map(({ item }) => item), call: callOf(batch) })).then(letNextRun);
  };

  const runNext = (key: string, queue: Queue): void => {
    // Timers fire late when the event loop is busy.
    for (const queued of queue.filter((one) => timeToWait(one) <= 0)) giveUp(queue, queued);
    const batch = queue.splice(0, countFitting(queue));
    if (batch.length > 0) runBatch(key, queue, batch);
    else queues.delete(key);
  };

  const add = (key: string, call: Call, item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      const queued: Queued<Item, Result> = { item, call, resolve, reject };
      const queue = queues.get(key);
      if (queue) {
        queue.push(queued);
        queued.timer = setTimeout(() => giveUp(queue, queued), timeToWait(queued));
        return;
      }
      const empty: Queue = [];
      queues.set(key, empty);
      runBatch(key, empty, [queued]);
    });
  /** How many items wait for their batch, of all keys. */
  const waiting = (): number => [...queues.values()].reduce((sum, queue) => sum + queue.length, 0);
  return Object.assign(add, { waiting });
};

const settle = async <Item, Result>(
  batch: readonly Queued<Item, Result>[],
  running: Promise<readonly Result[]>,
): Promise<void> => {
  try {
    const results = await running;
    if (results.length !== batch.length) throw new Error(`${results.length} results for ${batch.length} items`);
    for (const [i, { resolve }] of batch.entries()) resolve(results[i] as Result);
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
};

const callOf = (batch: readonly { call: Call }[]): Call => {
  const { traceparent, empresa_id, request_id } = batch[0]?.call ?? {};
  const deadline = Math.min(...batch.map(({ call }) => call.deadline));
  return { deadline, traceparent, empresa_id, request_id };
};
