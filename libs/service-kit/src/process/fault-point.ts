let armed: { point: string; signal: NodeJS.Signals; passesLeft: number } | undefined;

/**
 * A point and a signal, `some.point:SIGKILL` or `some.point:SIGSTOP`. A third part counts: `some.point:SIGSTOP:2` acts at the
 * second pass. Production refuses fault points (see config.ts).
 */
export const armFaultPoint = (description: string): void => {
  const [point = '', signal = '', passes = '1'] = description.split(':');
  armed = { point, signal: signal as NodeJS.Signals, passesLeft: Number(passes) };
};

/**
 * A place between two steps of a protocol where a test can have this very process killed or frozen, to see what the
 * other processes make of it. The points are named by those who pass them; tests/chaos keeps the list.
 */
export const passFaultPoint = (point: string): void => {
  if (armed?.point !== point || --armed.passesLeft > 0) return;
  const { signal } = armed;
  armed = undefined;
  process.kill(process.pid, signal);
};
