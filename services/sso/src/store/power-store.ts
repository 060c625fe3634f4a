import type { RedisClient } from '@latchkey/database';
import type { Power, PowerStore } from '../people/console/power.ts';
import type { SignedState } from './signed-state.ts';

const powerKey = (sessionId: string) => `sso:power:${sessionId}`;

/** Operators' power in Redis, authenticated, so that nobody who can write there makes an operator. */
export function createPowerStore(redis: RedisClient, state: SignedState): PowerStore {
  return {
    async keep(sessionId, power, ttlSeconds) {
      const key = powerKey(sessionId);
      await redis.set(key, state.sign(key, JSON.stringify(power)), 'EX', ttlSeconds);
    },
    async find(sessionId) {
      const key = powerKey(sessionId);
      const signed = await redis.get(key);
      const text = signed === null ? undefined : state.open(key, signed);
      return text === undefined ? undefined : (JSON.parse(text) as Power);
    },
    async end(sessionId) {
      await redis.del(powerKey(sessionId));
    },
  };
}
