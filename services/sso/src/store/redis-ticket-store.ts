import type { Ticket, TicketStore } from '../sign-on/ticket.ts';
import type { RedisClient } from './run-script.ts';

/** Tickets in Redis; GETDEL says who was first. */
export function createRedisTicketStore(redis: RedisClient): TicketStore {
  const keyOf = (handleHash: string) => `ticket:${handleHash}`;
  return {
    async keep(handleHash, ticket, ttlSeconds) {
      await redis.set(keyOf(handleHash), JSON.stringify(ticket), 'EX', ttlSeconds);
    },
    async take(handleHash) {
      const text = await redis.getdel(keyOf(handleHash));
      return text === null ? undefined : (JSON.parse(text) as Ticket);
    },
  };
}
