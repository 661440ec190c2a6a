import { type Limiter, makeCountedSlots, makeFairQueue, Refused, type Turn } from '@representa/queues';
import type { HttpError } from '../http-error.ts';

interface Limits {
  /** Of all companies, in this process. */
  running: number;
  ofCompany: number;
}

interface Answers {
  /** The company has its share. */
  company: () => HttpError;
  /** All are taken. */
  all: () => HttpError;
}

/** Takes a slot for a company, or throws Refused. Returns how to give it back, once. */
export type TakeSlot = (empresa_id: string) => () => void;

/** For work that takes long: a fair queue in which nobody waits, with answers of its own. */
export const makeTakeSlot = (limiter: Limiter, { running, ofCompany }: Limits, answers: Answers): TakeSlot => {
  const caps = { maxOfCompany: () => ofCompany, maxInside: running, maxInsideOfCompany: ofCompany };
  const queue = makeFairQueue(limiter, caps, makeCountedSlots(running));
  return (empresa_id) => {
    try {
      return (queue.enter({ company: empresa_id, deadline: Number.POSITIVE_INFINITY }) as Turn<true>).end;
    } catch (error) {
      const { why } = error as Refused;
      throw new Refused(limiter, why, why === 'caller' ? answers.company() : answers.all());
    }
  };
};
