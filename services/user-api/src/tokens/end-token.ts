import { isUuid } from '@latchkey/contracts';
import type { CredentialStore } from '../clients/credential.ts';
import { createEntry, type EntryPorts, type Where } from '../request-log/log-event.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import type { Tombstones } from '../sessions/session.ts';
import type { TokenFacts } from './is-token-live.ts';

interface EndTokenPorts extends EntryPorts {
  readonly sessions: Pick<SessionStore, 'find' | 'revoke'>;
  readonly credentials: Pick<CredentialStore, 'revoke'>;
  readonly tombstones: Pick<Tombstones, 'add'>;
}

/**
 * Ends what a client's token belongs to: its session and the session's children, or for an app its credential. False
 * when this call ended nothing, as for the session of another client. Source: contract part 1 "Routes".
 */
export async function endToken(
  ports: EndTokenPorts,
  { sid, token_use: use }: Pick<TokenFacts, 'sid' | 'token_use'>,
  clientId: string,
  where: Where,
): Promise<boolean> {
  if (!isUuid(sid)) return false;
  if (use === 'app') {
    const row = createEntry(ports, { event: 'client_credentials.revoke', clientId }, where);
    if (!(await ports.credentials.revoke(sid, clientId, row))) return false;
    await ports.tombstones.add(sid);
    return true;
  }
  const session = (await ports.sessions.find(sid, new Date(ports.now())))?.session;
  if (session?.clientId !== clientId) return false;
  const { userId, orgId } = session;
  const event = { event: 'session.revoke', clientId, userId, orgId } as const;
  return (await ports.sessions.revoke(sid, createEntry(ports, event, where))).length > 0;
}
