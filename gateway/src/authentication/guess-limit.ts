import { networkOf } from '../addresses.ts';
import { type Limit, makeGcra } from '../rate-limit/gcra.ts';

/** How many keys that are not in memory an address may have looked up. A key that is found does not count. */
export interface GuessLimit {
  take(address: string): boolean;
  giveBack(address: string): void;
}

const limit: Limit = { perSecond: 10, burst: 100 };

export const makeGuessLimit = (): GuessLimit => {
  const gcra = makeGcra();
  return {
    take: (address) => gcra.take(networkOf(address), limit, 1).granted > 0,
    giveBack: (address) => gcra.giveBack(networkOf(address), limit),
  };
};
