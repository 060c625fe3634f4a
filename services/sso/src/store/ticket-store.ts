import type { RedisClient } from '@latchkey/database';
import type { DecisionMade, Ticket, TicketStore } from '../people/sign-in/ticket.ts';
import type { SignedState } from './signed-state.ts';

const ticketKey = (handleHash: string) => `sso:ticket:${handleHash}`;
const decisionKey = (nameHash: string) => `sso:decision:${nameHash}`;
const pageKey = (nameHash: string) => `sso:page:${nameHash}`;

/** Tickets in Redis; GETDEL says who was first. */
export function createTicketStore(redis: RedisClient, state: SignedState): TicketStore {
  const keep = async (key: string, text: string, ttlSeconds: number) =>
    void (await redis.set(key, state.sign(key, text), 'EX', ttlSeconds));
  const find = async (key: string) => {
    const signed = await redis.get(key);
    return signed === null ? undefined : state.open(key, signed);
  };
  return {
    store: (handleHash, ticket, ttlSeconds) =>
      keep(ticketKey(handleHash), JSON.stringify(ticket), ttlSeconds),
    async consume(handleHash) {
      const signed = await redis.getdel(ticketKey(handleHash));
      if (signed === null) return undefined;
      const text = state.open(ticketKey(handleHash), signed);
      return text === undefined ? 'tampered' : (JSON.parse(text) as Ticket);
    },
    keepDecision: (nameHash, made, ttlSeconds) =>
      keep(decisionKey(nameHash), JSON.stringify(made), ttlSeconds),
    async findDecision(nameHash) {
      const text = await find(decisionKey(nameHash));
      return text === undefined ? undefined : (JSON.parse(text) as DecisionMade);
    },
    keepPage: (nameHash, page, ttlSeconds) => keep(pageKey(nameHash), page, ttlSeconds),
    findPage: (nameHash) => find(pageKey(nameHash)),
  };
}
