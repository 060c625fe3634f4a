import { isUuid } from '@latchkey/contracts';
import { isPageRoot } from '../../src/session/find-root-session.ts';
import type { BackingSession, TokenBackingStore } from '../../src/token/token-backing.ts';
import type { MemoryAccounts } from './memory-accounts.ts';
import type { MemoryClients } from './memory-clients.ts';
import type { MemorySessions } from './memory-sessions.ts';

/** What tokens depend on, in memory. */
export function createMemoryTokenBackings(
  accounts: Pick<MemoryAccounts, 'findById' | 'listMemberships'>,
  sessions: Pick<MemorySessions, 'find'>,
  clients: Pick<MemoryClients, 'look' | 'isClosedNow'>,
): TokenBackingStore {
  return {
    async find({ sid, sub, client_id: named = '' }, now) {
      const found = isUuid(sid) ? await sessions.find(sid.toLowerCase(), now) : undefined;
      const session = found && toBackingSession(found);
      const account = isUuid(sub) ? await accounts.findById(sub) : undefined;
      const clientId = found?.session.clientId ?? named;
      const hasRelayGrant = clients.look(clientId)?.client.grantTypes.includes('relay') ?? false;
      return {
        session,
        account,
        memberships: account ? await accounts.listMemberships(account.id) : [],
        client: { isClosed: clients.isClosedNow(clientId), hasRelayGrant },
      };
    },
  };
}

function toBackingSession({
  session,
  isLive,
}: NonNullable<Awaited<ReturnType<MemorySessions['find']>>>): BackingSession {
  const { id, kind, rootId, userId, createdAt, lastSeenAt, expiresAt, tokensValidAfter } = session;
  const times = { createdAt, lastSeenAt, expiresAt, tokensValidAfter };
  return { id, kind, rootId, userId, ...times, isLive, isPageRoot: isPageRoot(session) };
}
