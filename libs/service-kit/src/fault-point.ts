let armed: { point: string; signal: NodeJS.Signals } | undefined;

/** The name of a point and a signal: `some.point:SIGKILL`, `some.point:SIGSTOP`. Production refuses to arm one (see config.ts). */
export const armFaultPoint = (description: string): void => {
  const [point = '', signal = ''] = description.split(':');
  armed = { point, signal: signal as NodeJS.Signals };
};

/**
 * A place between two steps of a protocol where a test can have this very process killed or frozen, to see what the
 * other processes make of it. The points are named by those who pass them; tests/chaos keeps the list.
 */
export const passFaultPoint = (point: string): void => {
  if (armed?.point !== point) return;
  const { signal } = armed;
  armed = undefined;
  process.kill(process.pid, signal);
};
