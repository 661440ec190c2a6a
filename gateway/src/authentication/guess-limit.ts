import { networkOf } from '../addresses.ts';
import { type Limit, makeGcra } from '../rate-limit/gcra.ts';

/** How many keys that are not in memory an address may have looked up. A key that is found does not count. */
export interface GuessLimit {
  take(address: string): boolean;
  giveBack(address: string): void;
}

const limit: Limit = { perSecond: 10, burst: 100 };
/** Per /48 of IPv6: one customer may own it, with 65,536 networks that are limited singly. */
const siteLimit: Limit = { perSecond: 50, burst: 500 };

export const makeGuessLimit = (): GuessLimit => {
  const networks = makeGcra();
  const sites = makeGcra();
  const siteOf = (address: string): string => networkOf(address, 3);
  return {
    take: (address) => {
      if (networks.take(networkOf(address), limit, 1).granted === 0) return false;
      if (sites.take(siteOf(address), siteLimit, 1).granted > 0) return true;
      networks.giveBack(networkOf(address), limit);
      return false;
    },
    giveBack: (address) => {
      networks.giveBack(networkOf(address), limit);
      sites.giveBack(siteOf(address), siteLimit);
    },
  };
};
