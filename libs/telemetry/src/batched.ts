/** So many spans hold up the process for about four milliseconds. */
const mostItems = 256;
const longestWaitMs = 250;

export interface Batched<Item> {
  add(item: Item): void;
  /** Takes what is left. */
  flush(): void;
}

/**
 * Takes many items one right after the other, and later, instead of each where it comes about: between the steps of a
 * request, a span costs three times as much, since all the code that makes it has left the processor's caches by then.
 */
export const batched = <Item>(takeAll: (items: readonly Item[]) => void): Batched<Item> => {
  let items: Item[] = [];
  let timer: NodeJS.Timeout | undefined;

  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const taken = items;
    items = [];
    if (taken.length > 0) takeAll(taken);
  };

  return {
    add: (item) => {
      if (items.push(item) >= mostItems) flush();
      else timer ??= setTimeout(flush, longestWaitMs).unref();
    },
    flush,
  };
};
