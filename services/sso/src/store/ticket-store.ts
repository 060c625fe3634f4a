import type { RedisClient } from '@latchkey/database';
import type { DecisionMade, Ticket, TicketStore } from '../sign-in/ticket.ts';
import type { SignedState } from './signed-state.ts';

const ticketKey = (handleHash: string) => `sso:ticket:${handleHash}`;
const decisionKey = (nameHash: string) => `sso:decision:${nameHash}`;

/** Tickets in Redis; GETDEL says who was first. */
export function createTicketStore(redis: RedisClient, state: SignedState): TicketStore {
  return {
    async store(handleHash, ticket, ttlSeconds) {
      const signed = state.sign(ticketKey(handleHash), JSON.stringify(ticket));
      await redis.set(ticketKey(handleHash), signed, 'EX', ttlSeconds);
    },
    async consume(handleHash) {
      const signed = await redis.getdel(ticketKey(handleHash));
      if (signed === null) return undefined;
      const text = state.open(ticketKey(handleHash), signed);
      return text === undefined ? 'tampered' : (JSON.parse(text) as Ticket);
    },
    async keepDecision(nameHash, made, ttlSeconds) {
      const key = decisionKey(nameHash);
      await redis.set(key, state.sign(key, JSON.stringify(made)), 'EX', ttlSeconds);
    },
    async findDecision(nameHash) {
      const key = decisionKey(nameHash);
      const signed = await redis.get(key);
      const text = signed === null ? undefined : state.open(key, signed);
      return text === undefined ? undefined : (JSON.parse(text) as DecisionMade);
    },
  };
}
