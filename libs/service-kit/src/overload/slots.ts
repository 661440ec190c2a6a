import type { HttpError } from '../http-error.ts';
import { makeTally } from './tally.ts';

interface Limits {
  /** The limit for all companies together, in this process. */
  atOnce: number;
  ofCompany: number;
  /** The same while half of all are taken, so that a few companies cannot take the rest. */
  ofCompanyWhenBusy?: number;
}

interface Refusals {
  /** The company has its share. */
  ofCompany: () => HttpError;
  /** All are taken. */
  all: () => HttpError;
}

/** Takes a slot for a company, or throws a refusal. Returns how to give it back, once. */
export type TakeSlot = (empresa_id: string) => () => void;

/** For work that takes long: only so many run at a time, so that other requests are not delayed. */
export const makeSlots = (
  { atOnce, ofCompany, ofCompanyWhenBusy = ofCompany }: Limits,
  refusals: Refusals,
): TakeSlot => {
  const taken = makeTally();
  return (empresa_id) => {
    const max = taken.total() >= atOnce / 2 ? ofCompanyWhenBusy : ofCompany;
    if (taken.of(empresa_id) >= max) throw refusals.ofCompany();
    if (taken.total() >= atOnce) throw refusals.all();
    taken.add(empresa_id, 1);
    return () => taken.add(empresa_id, -1);
  };
};
