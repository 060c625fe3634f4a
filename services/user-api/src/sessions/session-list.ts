import type { Period } from '@latchkey/pagination';
import { idleEndOf, type Session } from './session.ts';

export const sessionStates = ['active', 'expired', 'revoked'] as const;
type SessionStatus = (typeof sessionStates)[number];

/** A session with all that a list shows of it. A name is null where there is no such record. */
export interface ListedSession extends Session {
  readonly status: SessionStatus;
  readonly clientName: string | null;
  readonly orgSlug: string | null;
  /** Of its user. */
  readonly email: string;
}

export interface SessionFilters extends Period {
  readonly status?: SessionStatus | undefined;
  readonly kind?: Session['kind'] | undefined;
  readonly clientId?: string | undefined;
  readonly userId?: string | undefined;
  /** Id or slug of the org that the session speaks for. */
  readonly org?: string | undefined;
  /** In its one spelling. */
  readonly ip?: string | undefined;
  /** A literal part of the email or the name of its user, in any case. */
  readonly search?: string | undefined;
}

/** A revoked session stays revoked when its time is over. Whoever ends a root ends its children in the same act. */
export function statusOf(
  session: Pick<Session, 'kind' | 'lastSeenAt' | 'expiresAt'> & { readonly revokedAt: Date | null },
  now: Date,
): SessionStatus {
  if (session.revokedAt !== null) return 'revoked';
  return idleEndOf(session) > now ? 'active' : 'expired';
}
