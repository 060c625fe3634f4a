import { createProcessAttempts, type Budget } from '@latchkey/attempts';
import { ApiError } from '@latchkey/contracts';
import { LRUCache } from 'lru-cache';
import { errors } from '../errors.ts';
import type { Client } from '../oauth/client/client.ts';
import { isWithin } from './recent.ts';

interface LookUpParts {
  readonly now: () => number;
  readonly newId: () => string;
  /** How long an answer may be given again, also that there is no such client. */
  readonly keptMs: number;
  readonly budget: Budget;
}

/** The most answers of either kind that are kept, as callers choose the ids. */
const maxAnswers = 1_000;

/**
 * Finds clients by id. Unknown ids are kept apart, so that made-up ones push no client out. `budget` limits the unknown
 * ids that a network may ask for; an id that was a client at its last look-up is looked up without limit, and requests
 * for the same id at the same time share one look-up. Beyond the limit it throws temporarily_unavailable: whether the
 * id is a client's is not known, and a poll is never answered 429. An id without a network was chosen by no caller: no
 * budget limits it, and it waits for no look-up that one may refuse. Source: contract part 1 "Limits".
 */
export function createClientLookUp({ now, newId, keptMs, budget }: LookUpParts) {
  const known = new LRUCache<string, { client: Client; atMs: number }>({ max: maxAnswers });
  const unknown = new LRUCache<string, number>({ max: maxAnswers });
  const loading = new Map<string, Promise<Client | undefined>>();
  const attempts = createProcessAttempts({ now });
  const isRecent = (atMs: number | undefined) => atMs !== undefined && isWithin(atMs, keptMs, now());

  async function ask(clientId: string, load: () => Promise<Client | undefined>): Promise<Client | undefined> {
    const atMs = now();
    const client = await load();
    if (client === undefined) {
      known.delete(clientId);
      unknown.set(clientId, atMs);
    } else {
      unknown.delete(clientId);
      known.set(clientId, { client, atMs });
    }
    return client;
  }

  async function askWithin(clientId: string, network: string, load: () => Promise<Client | undefined>) {
    const [counters, slot] = [[{ key: network, budget }], newId()];
    const waitMs = await attempts.hold(counters, slot);
    if (waitMs > 0) {
      const detail = 'the network has asked for too many unknown clients';
      const retryAfterSeconds = Math.ceil(waitMs / 1000);
      throw new ApiError(errors.temporarilyUnavailable, { detail, retryAfterSeconds });
    }
    let isUnknown = false;
    try {
      const client = await ask(clientId, load);
      isUnknown = client === undefined;
      return client;
    } finally {
      if (!isUnknown) await attempts.release(counters, slot);
    }
  }

  return async (clientId: string, network: string | undefined, load: () => Promise<Client | undefined>) => {
    const former = known.get(clientId);
    if (isRecent(former?.atMs)) return former?.client;
    if (isRecent(unknown.get(clientId))) return undefined;
    if (network === undefined) return ask(clientId, load);
    const running = loading.get(clientId);
    if (running !== undefined) return running;
    const asking = former === undefined ? askWithin(clientId, network, load) : ask(clientId, load);
    const started = asking.finally(() => loading.delete(clientId));
    loading.set(clientId, started);
    return started;
  };
}
