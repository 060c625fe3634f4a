import type { AccessTokenClaims } from '@latchkey/tokens';
import type { Account, Membership } from '../account/account.ts';

/** When the thing that a token stands on began, was last used, and ends; what is not known is null. */
export interface SessionView {
  readonly id: string;
  /** `device` for a refresh family of a device authorization, which sso keeps. */
  readonly kind: 'root' | 'client' | 'device';
  readonly rootId: string | null;
  readonly createdAt: Date | null;
  readonly lastSeenAt: Date | null;
  readonly expiresAt: Date | null;
  /** Of a session of this service: that of its account when it was opened. */
  readonly tokensValidAfter?: Date | null;
}

/** A person whose token, session and standing were all found good just now. */
export interface Caller {
  readonly claims: AccessTokenClaims;
  readonly account: Account;
  /** For a member token, the org that it speaks for, with the role of today. */
  readonly member: Membership | null;
  readonly session: SessionView;
}

/** A refresh family as sso sees it. */
export interface FamilyView {
  readonly createdAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly expiresAt: Date | null;
}
