import type { HttpError } from './http-error.ts';

interface Limits {
  /** Of all companies, in this process. */
  atOnce: number;
  ofCompany: number;
}

interface Refusals {
  /** The company has its share. */
  ofCompany: () => HttpError;
  /** All are taken. */
  all: () => HttpError;
}

/** Takes a slot for a company, or throws a refusal. Returns how to give it back; more than once does no harm. */
export type TakeSlot = (empresa_id: string) => () => void;

/** For work that takes long: only so many run at a time, so that other requests are not delayed. */
export const makeSlots = ({ atOnce, ofCompany }: Limits, refusals: Refusals): TakeSlot => {
  const taken: string[] = [];
  return (empresa_id) => {
    if (taken.filter((id) => id === empresa_id).length >= ofCompany) throw refusals.ofCompany();
    if (taken.length >= atOnce) throw refusals.all();
    taken.push(empresa_id);
    let isFree = false;
    return () => {
      if (isFree) return;
      isFree = true;
      taken.splice(taken.indexOf(empresa_id), 1);
    };
  };
};
