import { ApiError } from '@latchkey/contracts';
import { keepNone, type KeptSignIn, type Voiding } from '../accounts/voiding.ts';
import { assertInTime } from '../errors.ts';
import { createEntry, type EntryPorts, type LogEvent, type LogPorts } from '../request-log/log-event.ts';
import type { Origin } from '../request-log/request-log.ts';
import type { SsoClient } from '../sibling/sso.ts';
import type { SessionStore } from './session-store.ts';
import type { Caller, Tombstones } from './session.ts';

export interface EndSignInsPorts extends EntryPorts {
  readonly sessions: Pick<SessionStore, 'revokeAll'>;
  readonly sso: Pick<SsoClient, 'revokeFamilies'>;
  /** Called when sso could not be notified of an ending. */
  onNotifyFailed(error: unknown): void;
}

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
  try {
    return ended.length + (await revokeFamilies(ports, ending, true));
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'upstream_unavailable')) throw error;
    ports.onNotifyFailed(error);
    return ended.length;
  }
}

/**
 * Ends the caller's sessions and refresh families but the calling one; answers how many. Nothing ends unless sso
 * answers. sso is first: if the rest fails, the caller, who stays signed in, does all of it again. A member token ends
 * only sessions of its org: no family speaks for an org.
 */
export async function endOtherSignIns(
  ports: EndSignInsPorts,
  caller: Caller,
  origin: Origin,
): Promise<number> {
  const { traceparent } = origin;
  const userId = caller.account.id;
  const kept = keptSignIn(caller);
  const orgId = caller.member?.orgId;
  const ending = { userId, reason: 'user', kept, traceparent } as const;
  const families = orgId === undefined ? await revokeFamilies(ports, ending, false) : 0;
  const row = createEntry(ports, { event: 'session.revoke_others', userId }, origin);
  const ended = await ports.sessions.revokeAll(userId, row, { kept: kept.sessionIds, orgId });
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

/** What retires an account that nobody has verified ends it with. */
export interface Retirement {
  /** Undefined where none was retired. */
  readonly retiredId: string | undefined;
  readonly ended: readonly string[];
}

const ofRetired = (userId: string, { traceparent }: Origin) =>
  ({ userId, reason: 'admin', kept: keepNone, traceparent }) as const;

/**
 * Before an act that retires an account: sso ends its consents and families. If it cannot, nothing has changed; if the
 * act fails, it is done again. Throws upstream_unavailable, also where the caller waits no longer.
 */
export async function prepareRetiring(
  ports: Pick<EndSignInsPorts, 'sso'>,
  retiring: { readonly id: string } | undefined,
  origin: Origin,
): Promise<void> {
  if (retiring !== undefined) await endConsents(ports, ofRetired(retiring.id, origin));
  assertInTime(origin);
}

/** After that act. */
export async function announceRetired(
  ports: EndSignInsPorts,
  { retiredId, ended }: Retirement,
  origin: Origin,
): Promise<void> {
  if (retiredId !== undefined) await announceVoiding(ports, ofRetired(retiredId, origin), ended);
}

export interface EndDevicePorts extends LogPorts, Pick<EndSignInsPorts, 'sso'> {
  readonly tombstones: Pick<Tombstones, 'add'>;
}

/**
 * Ends the refresh family of a device token, at sso and here from the next call on. The log row is written first, since
 * the token that asks is refused once the family has ended: a call that breaks off after the row can be made again; in
 * the other order, it could not be made again to write the row. Throws upstream_unavailable, and deletes the row, when
 * sso does not answer.
 */
export async function endDevice(
  ports: EndDevicePorts,
  { account, session }: Pick<Caller, 'account' | 'session'>,
  event: LogEvent,
  origin: Origin,
): Promise<void> {
  const row = createEntry(ports, event, origin);
  await ports.requestLog.add(row);
  const family = { userId: account.id, familyId: session.id, keptFamilyId: null } as const;
  try {
    await ports.sso.revokeFamilies({ ...family, reason: 'user', isVoiding: false }, origin.traceparent);
  } catch (fault) {
    await ports.requestLog.remove(row);
    throw fault;
  }
  await ports.tombstones.add(session.id);
}

function revokeFamilies(
  { sso }: EndSignInsPorts,
  { userId, reason, kept, traceparent }: Ending,
  isVoiding: boolean,
): Promise<number> {
  return sso.revokeFamilies({ userId, reason, keptFamilyId: kept.familyId, isVoiding }, traceparent);
}

/** The sign-in of the calling token: its session and that session's root, or its refresh family. */
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
  ports: EndSignInsPorts,
  { event, userId, actorId }: Pick<LogEvent, 'event'> & { userId: string; actorId: string },
  origin: Origin,
  change: (voiding: Voiding) => Promise<string[] | undefined>,
): Promise<number | undefined> {
  const kept = keepNone;
  const row = createEntry(ports, { event, userId, actorId }, origin);
  const ended = await change({ validAfter: row.createdAt, kept, row });
  if (ended === undefined) return undefined;
  return announceVoiding(ports, { userId, reason: 'admin', kept, traceparent: origin.traceparent }, ended);
}
