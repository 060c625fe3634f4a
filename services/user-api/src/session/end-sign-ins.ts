import { ApiError } from '@latchkey/errors';
import type { SsoClient } from '../sibling/sso.ts';
import { endSessions, type EndPorts } from './end-session.ts';

export interface EndSignInsPorts extends EndPorts {
  readonly sso: Pick<SsoClient, 'revokeFamilies'>;
}

/** A sign-in that stays while the others end. */
export interface KeptSignIn {
  readonly sessions: readonly string[];
  readonly familyId?: string;
}

/**
 * Ends the sessions and refresh families that an account has just voided with tokens_valid_after. Answers how many.
 * While sso cannot be told, its families end with their next use, when it asks for the account's standing.
 */
export async function endVoidedSignIns(
  ports: EndSignInsPorts,
  userId: string,
  traceparent: string,
  kept: KeptSignIn = { sessions: [] },
): Promise<number> {
  const ended = await endSessions(ports, userId, { kept: kept.sessions });
  try {
    return ended.length + (await ports.sso.revokeFamilies(userId, kept.familyId, traceparent));
  } catch (error) {
    if (error instanceof ApiError && error.code === 'upstream_unavailable') return ended.length;
    throw error;
  }
}

/** Ends a user's sessions and refresh families but one; answers how many. Nothing ends unless sso can be told. */
export async function endOtherSignIns(
  ports: EndSignInsPorts,
  userId: string,
  traceparent: string,
  kept: KeptSignIn,
): Promise<number> {
  const families = await ports.sso.revokeFamilies(userId, kept.familyId, traceparent);
  return families + (await endSessions(ports, userId, { kept: kept.sessions })).length;
}
