/** Every point between two steps of a protocol at which a process can be stopped; `passFaultPoint` is called at each. */
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
