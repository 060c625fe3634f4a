import { ApiError } from '@latchkey/errors';
import type { SsoClient } from '../sibling/sso.ts';
import { endSessions, type EndPorts } from './end-session.ts';

export interface EndSignInsPorts extends EndPorts {
  readonly sso: Pick<SsoClient, 'revokeFamilies'>;
  /** Tells the operators that sso could not be told. */
  onUntold(error: unknown): void;
}

/** A sign-in that stays while the others end. */
export interface KeptSignIn {
  readonly sessionIds: readonly string[];
  readonly familyId: string | null;
}

/** Nothing stays. */
export const noSignIn: KeptSignIn = { sessionIds: [], familyId: null };

/** Whose sign-ins end, and at whose hand. */
interface Ending {
  readonly userId: string;
  readonly reason: 'user' | 'admin';
  readonly kept: KeptSignIn;
  readonly traceparent: string;
}

/**
 * Spreads what an account has just voided: `ended` are its sessions, which Postgres has ended already. Answers how many
 * sessions and refresh families ended. While sso cannot be told, its families end with their next use, when it asks for
 * the account's standing; docs/decisions, "user-api", says what clocks that differ do to that.
 */
export async function spreadVoid(
  ports: EndSignInsPorts,
  { userId, reason, kept, traceparent }: Ending,
  ended: readonly string[],
): Promise<number> {
  await ports.tombstones.add(ended);
  try {
    return (
      ended.length +
      (await ports.sso.revokeFamilies({ userId, reason, keptFamilyId: kept.familyId }, traceparent))
    );
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'upstream_unavailable')) throw error;
    ports.onUntold(error);
    return ended.length;
  }
}

/** Ends a user's sessions and refresh families but one; answers how many. Nothing ends unless sso can be told. */
export async function endOtherSignIns(
  ports: EndSignInsPorts,
  { userId, reason, kept, traceparent }: Ending,
): Promise<number> {
  const families = await ports.sso.revokeFamilies(
    { userId, reason, keptFamilyId: kept.familyId },
    traceparent,
  );
  return families + (await endSessions(ports, userId, kept.sessionIds)).length;
}
