import { ApiError } from '@latchkey/errors';
import { keepNone, type KeptSignIn, type Voiding } from '../account/account.ts';
import { createEntry, type EntryPorts } from '../request-log/log-event.ts';
import type { Origin } from '../request-log/request-log.ts';
import type { SsoClient } from '../sibling/sso.ts';
import type { Caller, SessionStore, Tombstones } from './session.ts';

/** Ends a session and its children. Their tokens are refused from the next call. Answers the ids that ended. */
export async function endSession(
  ports: {
    readonly sessions: Pick<SessionStore, 'revoke'>;
    readonly tombstones: Pick<Tombstones, 'add'>;
    now(): number;
  },
  sessionId: string,
): Promise<string[]> {
  const ended = await ports.sessions.revoke(sessionId, new Date(ports.now()));
  await ports.tombstones.add(ended);
  return ended;
}

export interface EndSignInsPorts {
  readonly sessions: Pick<SessionStore, 'revokeAll'>;
  readonly tombstones: Pick<Tombstones, 'add'>;
  now(): number;
  readonly sso: Pick<SsoClient, 'revokeFamilies'>;
  /** Called when sso could not be told of an ending. */
  onNotifyFailed(error: unknown): void;
}

/** Whose sign-ins end, and who ends them. */
interface Ending {
  readonly userId: string;
  readonly reason: 'user' | 'admin';
  readonly kept: KeptSignIn;
  readonly traceparent: string;
}

/**
 * Announces that an account has voided its tokens: `ended` are its sessions, which PostgreSQL has ended already. Answers
 * how many sessions and refresh families ended. If sso does not answer, its families end at their next use, when sso
 * asks for the account's standing. For clocks that differ see docs/decisions/0012-voiding-and-clocks.md.
 */
export async function announceVoiding(
  ports: EndSignInsPorts,
  ending: Ending,
  ended: readonly string[],
): Promise<number> {
  await ports.tombstones.add(ended);
  try {
    return ended.length + (await revokeFamilies(ports, ending, true));
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'upstream_unavailable')) throw error;
    ports.onNotifyFailed(error);
    return ended.length;
  }
}

/** Ends a user's sessions and refresh families but one; answers how many. Nothing ends unless sso can be told. */
export async function endOtherSignIns(ports: EndSignInsPorts, ending: Ending): Promise<number> {
  const families = await revokeFamilies(ports, ending, false);
  const { userId, kept } = ending;
  const ended = await ports.sessions.revokeAll(userId, new Date(ports.now()), kept.sessionIds);
  await ports.tombstones.add(ended);
  return families + ended.length;
}

/** Ends the consents and refresh families of a user at sso. Throws upstream_unavailable. */
export async function endConsents({ sso }: Pick<EndSignInsPorts, 'sso'>, ending: Ending): Promise<void> {
  const { userId, reason, kept, traceparent } = ending;
  await sso.revokeFamilies(
    { userId, reason, keptFamilyId: kept.familyId, isVoiding: true, consents: true },
    traceparent,
  );
}

function revokeFamilies(
  { sso }: EndSignInsPorts,
  { userId, reason, kept, traceparent }: Ending,
  isVoiding: boolean,
): Promise<number> {
  return sso.revokeFamilies({ userId, reason, keptFamilyId: kept.familyId, isVoiding }, traceparent);
}

/** The sign-in of the calling token: its session and the root of that, or its refresh family. */
export function keptSignIn({ session }: Caller): KeptSignIn {
  if (session.kind === 'device') return { sessionIds: [], familyId: session.id };
  const { id, rootId } = session;
  return { sessionIds: rootId === null ? [id] : [id, rootId], familyId: null };
}

/**
 * Makes an operator's change of an account, which voids its tokens. Answers how many sessions and refresh families
 * ended; undefined when `change` changed nothing.
 */
export async function changeAsOperator(
  ports: EndSignInsPorts & EntryPorts,
  { event, userId }: { event: string; userId: string },
  origin: Origin,
  change: (voiding: Voiding) => Promise<string[] | undefined>,
): Promise<number | undefined> {
  const kept = keepNone;
  const row = createEntry(ports, { event, userId }, origin);
  const ended = await change({ validAfter: row.createdAt, kept, row });
  if (ended === undefined) return undefined;
  return announceVoiding(ports, { userId, reason: 'admin', kept, traceparent: origin.traceparent }, ended);
}
