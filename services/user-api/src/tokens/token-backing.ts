import { isPageClient } from '@latchkey/tokens';
import type { Account, Membership } from '../accounts/account.ts';
import type { SessionView } from '../sessions/session.ts';

/** The claims of a person's token that say what it depends on. */
export interface BackedToken {
  readonly sid: string;
  readonly sub: string;
  readonly client_id?: string;
}

/** What a person's token depends on, as it is now, in one snapshot. */
export interface TokenBacking {
  /** The session of this service that `sid` names, whoever's it is; undefined for a refresh family of sso. */
  readonly session: BackingSession | undefined;
  /** The account that `sub` names, whatever its status. */
  readonly account: Account | undefined;
  /** Its active memberships of active orgs, oldest first. */
  readonly memberships: readonly Membership[];
  /** The client of the session; without a session the one that `client_id` names. */
  readonly client: {
    /** As of ClientStore.isClosed. */
    readonly isClosed: boolean;
    /** Whether it is stored and has the grant that sessions of this service come by. */
    readonly hasRelayGrant: boolean;
  };
}

export interface BackingSession extends SessionView {
  readonly kind: 'root' | 'client';
  readonly lastSeenAt: Date;
  /** The absolute end. */
  readonly expiresAt: Date;
  readonly userId: string;
  /** As of SessionStore.find. */
  readonly isLive: boolean;
  /** Whether it is a root that sso's page opened for the person, bound to nothing. */
  readonly isPageRoot: boolean;
}

/**
 * Whether a session still backs a token: it is live, and its client has the grant that sessions come by; a token of a
 * page of sso is backed by a root that the page opened. Source: contract part 0 "Scopes and rights".
 */
export function backs(
  session: BackingSession,
  { client }: Pick<TokenBacking, 'client'>,
  token: Pick<BackedToken, 'client_id'>,
): boolean {
  const isHeld = isPageClient(token.client_id) ? session.isPageRoot : client.hasRelayGrant;
  return session.isLive && isHeld;
}

export interface TokenBackingStore {
  find(token: BackedToken, now: Date): Promise<TokenBacking>;
}
