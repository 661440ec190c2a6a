import type { Trace } from '@representa/contracts';
import type { Result } from 'ioredis';
import type { RedisConnection } from '../redis.ts';
import type { Grant, Limit } from './gcra.ts';

/** Rejects when Redis is away. */
export type TakeShared = (id: string, limit: Limit, wanted: number, trace?: Trace) => Promise<Grant>;

/**
 * gcra.ts in Redis, so that all gateways share it. By the clock of Redis: those of the gateways differ. Lua prints numbers with 14
 * digits unless told, which would round milliseconds since 1970 to tenths.
 */
const script = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + time[2] / 1000
  local interval = 1000 / tonumber(ARGV[1])
  local burst, wanted = tonumber(ARGV[2]), tonumber(ARGV[3])
  local before = math.max(tonumber(redis.call('GET', KEYS[1]) or now), now)
  local free = math.max(0, math.floor((now + burst * interval - before) / interval + 0.000001))
  local granted = math.min(wanted, free)
  local after = before + granted * interval
  if granted > 0 then
    redis.call('SET', KEYS[1], string.format('%.3f', after), 'PX', math.ceil(after - now) + 1000)
  end
  return { granted, free - granted, math.max(0, math.ceil(after + interval - now - burst * interval)) }
`;

declare module 'ioredis' {
  interface RedisCommander<Context> {
    takeTokens(
      key: string,
      perSecond: number,
      burst: number,
      wanted: number,
    ): Result<[granted: number, left: number, waitMs: number], Context>;
  }
}

export const makeRedisGcra = ({ client, isReady, run }: RedisConnection): TakeShared => {
  client.defineCommand('takeTokens', { numberOfKeys: 1, lua: script });
  return async (id, { perSecond, burst }, wanted, trace = {}) => {
    if (!isReady()) throw new Error('Redis is away');
    const take = () => client.takeTokens(`gateway:rate:${id}`, perSecond, burst, wanted);
    const [granted, left, waitMs] = await run(trace, 'EVALSHA', take);
    return { granted, left, waitMs };
  };
};
