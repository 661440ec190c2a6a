import type { KeyHolder } from '../authentication/key-holder.ts';
import type { Limit } from './gcra.ts';

/** The most that a company's own limit and the default limit may be. Migration 002-keys.sql has the same numbers. */
export const maxRate = 100_000;
export const maxBurst = 1_000_000;

type Limited = Pick<KeyHolder, 'requisicoes_por_segundo' | 'rajada'>;

/** The company's own limit, or the default one; undefined when there is none. A company's own rate has a burst of two seconds. */
export const makeLimitOf = ({ RATE_LIMIT, RATE_BURST }: { RATE_LIMIT: number; RATE_BURST: number }) => {
  const defaultLimit: Limit | undefined = RATE_LIMIT > 0 ? { perSecond: RATE_LIMIT, burst: RATE_BURST } : undefined;
  return ({ requisicoes_por_segundo, rajada }: Limited): Limit | undefined => {
    if (requisicoes_por_segundo !== null)
      return { perSecond: requisicoes_por_segundo, burst: rajada ?? 2 * requisicoes_por_segundo };
    return defaultLimit && rajada !== null ? { ...defaultLimit, burst: rajada } : defaultLimit;
  };
};
