import type { RedisClient } from '@latchkey/connections';
import type { Ticket, TicketStore } from '../sign-in/ticket.ts';
import { withProof } from './with-proof.ts';

const ticketKey = (handleHash: string) => `sso:ticket:${handleHash}`;

/** Tickets in Redis; GETDEL says who was first. */
export function createTicketStore(redis: RedisClient): TicketStore {
  return {
    store: async (handleHash, ticket, ttlSeconds) =>
      void (await redis.set(ticketKey(handleHash), JSON.stringify(ticket), 'EX', ttlSeconds)),
    async consume(handleHash) {
      const text = await redis.getdel(ticketKey(handleHash));
      return text === null ? undefined : withProof<Ticket>(JSON.parse(text));
    },
  };
}
