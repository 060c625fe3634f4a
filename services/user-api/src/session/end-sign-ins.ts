import { ApiError } from '@latchkey/errors';
import type { SsoClient } from '../sibling/sso.ts';
import type { SessionStore } from './session.ts';
import type { Tombstones } from './tombstones.ts';

export interface EndSignInsPorts {
  readonly sessions: Pick<SessionStore, 'revokeAll'>;
  readonly tombstones: Pick<Tombstones, 'add'>;
  now(): number;
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
  ending: Ending,
  ended: readonly string[],
): Promise<number> {
  await ports.tombstones.add(ended);
  try {
    return ended.length + (await revokeFamilies(ports, ending));
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'upstream_unavailable')) throw error;
    ports.onUntold(error);
    return ended.length;
  }
}

/** Ends a user's sessions and refresh families but one; answers how many. Nothing ends unless sso can be told. */
export async function endOtherSignIns(ports: EndSignInsPorts, ending: Ending): Promise<number> {
  const families = await revokeFamilies(ports, ending);
  const { userId, kept } = ending;
  const ended = await ports.sessions.revokeAll(userId, new Date(ports.now()), kept.sessionIds);
  await ports.tombstones.add(ended);
  return families + ended.length;
}

function revokeFamilies(
  { sso }: EndSignInsPorts,
  { userId, reason, kept, traceparent }: Ending,
): Promise<number> {
  return sso.revokeFamilies({ userId, reason, keptFamilyId: kept.familyId }, traceparent);
}
