/**
 * What comes about in one turn of the event loop is taken at its end, one right after the other: the code of a step that
 * many requests are at stays in the processor's caches, and whoever is written to is woken up once for all of them. A
 * request that is alone waits for nobody. `take` must not throw: nobody is there any more whom it could be told.
 */
export const inBursts = <Item>(take: (item: Item) => void): ((item: Item) => void) => {
  let items: Item[] = [];
  const takeAll = (): void => {
    const taken = items;
    items = [];
    for (const item of taken) take(item);
  };
  return (item) => {
    if (items.push(item) === 1) setImmediate(takeAll);
  };
};
