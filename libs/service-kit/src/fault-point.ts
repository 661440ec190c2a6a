/**
 * Places between two steps of a protocol where a test can have this very process killed or frozen, to see what the
 * other processes make of it. Production refuses to arm one (see `baseEnvironment`).
 */
export type FaultPoint =
  | 'delete.begun'
  | 'delete.fenced'
  | 'delete.refused'
  | 'delete.removed'
  | 'take-back.claimed'
  | 'take-back.voided'
  | 'rename.written'
  | 'rename.pushed'
  | 'fence.set'
  | 'fence.voided'
  | 'reference.renamed'
  | 'sale.checked'
  | 'sale.created';

let armed: { point: string; signal: NodeJS.Signals } | undefined;

/** `delete.fenced:SIGKILL`, `rename.written:SIGSTOP` */
export const armFaultPoint = (description: string): void => {
  const [point = '', signal = ''] = description.split(':');
  armed = { point, signal: signal as NodeJS.Signals };
};

export const passFaultPoint = (point: FaultPoint): void => {
  if (armed?.point !== point) return;
  const { signal } = armed;
  armed = undefined;
  process.kill(process.pid, signal);
};
