let pending: (() => void)[] = [];

const runAll = (): void => {
  const callbacks = pending;
  pending = [];
  for (const callback of callbacks) callback();
};

/**
 * Runs a callback at the end of the current event-loop turn, right after all others of that turn. Messages that are sent
 * this way wake up their receiver once instead of once each; a lone message is not delayed. tests/bench/README.md has the
 * gain. An exception in a callback is uncaught and ends the process.
 */
export const atEndOfTurn = (callback: () => void): void => {
  if (pending.push(callback) === 1) setImmediate(runAll);
};
