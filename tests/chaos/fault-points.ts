/** Points between two steps of a protocol at which a test can stop a process. The code calls `passFaultPoint` at each. */
export const faultPoints = [
  'delete.begun',
  'delete.fenced',
  'delete.refused',
  'delete.removed',
  'take-back.claimed',
  'take-back.voided',
  'rename.written',
  'rename.pushed',
  'fence.set',
  'fence.voided',
  'reference.renamed',
  'sale.checked',
  'sale.created',
] as const;

export type FaultPoint = (typeof faultPoints)[number];
