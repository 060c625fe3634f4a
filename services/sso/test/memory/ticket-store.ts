import type { DecisionMade, Ticket, TicketStore } from '../../src/sign-in/ticket.ts';

/** The Redis store's twin, with the test's clock. */
export function createMemoryTicketStore(now: () => number): TicketStore {
  const kept = new Map<string, { ticket: Ticket; endsAtMs: number }>();
  const decisions = new Map<string, { made: DecisionMade; endsAtMs: number }>();
  return {
    store(handleHash, ticket, ttlSeconds) {
      kept.set(handleHash, { ticket, endsAtMs: now() + ttlSeconds * 1000 });
      return Promise.resolve();
    },
    consume(handleHash) {
      const found = kept.get(handleHash);
      kept.delete(handleHash);
      return Promise.resolve(found !== undefined && now() < found.endsAtMs ? found.ticket : undefined);
    },
    keepDecision(nameHash, made, ttlSeconds) {
      decisions.set(nameHash, { made, endsAtMs: now() + ttlSeconds * 1000 });
      return Promise.resolve();
    },
    findDecision(nameHash) {
      const found = decisions.get(nameHash);
      return Promise.resolve(found !== undefined && now() < found.endsAtMs ? found.made : undefined);
    },
  };
}
