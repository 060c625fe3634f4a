import { ApiError } from '@latchkey/contracts';
import { hashSecret } from '@latchkey/secrets';
import { splitScope, type RelayClaims } from '@latchkey/tokens';
import type { NewPassword, RefreshedHash } from '../accounts/account-store.ts';
import { isOperator, type Account, type Membership } from '../accounts/account.ts';
import type { Factor } from '../accounts/factor.ts';
import type { Outcome } from '../accounts/outcome.ts';
import type { PasskeyUse } from '../accounts/passkey.ts';
import { assertInTime, errors } from '../errors.ts';
import type { LogEntry, Origin } from '../request-log/request-log.ts';
import type { NewSession, Room, SessionStore } from './session-store.ts';
import { mintSessionToken, type MintPorts, type SessionToken } from './session-token.ts';
import { createRootToken, rootLifeSeconds, type SessionFacts } from './session.ts';

export interface SessionPorts {
  now(): number;
  newId(): string;
  randomBytes(size: number): Uint8Array;
}

/** A new root session and the only copy of its token. */
export function createRootSession(
  ports: SessionPorts,
  facts: SessionFacts,
): { session: NewSession; token: string } {
  const token = createRootToken((size) => ports.randomBytes(size));
  const createdAt = new Date(ports.now());
  const session: NewSession = {
    ...facts,
    id: ports.newId(),
    kind: 'root',
    rootId: null,
    sourceId: null,
    tokenHash: hashSecret(token),
    createdAt,
    lastSeenAt: createdAt,
    expiresAt: new Date(ports.now() + rootLifeSeconds * 1000),
  };
  return { session, token };
}

/** A new child of `root` for one client. */
export function createChildSession(
  ports: SessionPorts,
  root: Pick<NewSession, 'id' | 'expiresAt'>,
  { sourceId, ...facts }: SessionFacts & { readonly sourceId?: string },
): NewSession {
  const createdAt = new Date(ports.now());
  return {
    ...facts,
    id: ports.newId(),
    kind: 'client',
    rootId: root.id,
    sourceId: sourceId ?? null,
    tokenHash: null,
    createdAt,
    lastSeenAt: createdAt,
    expiresAt: root.expiresAt,
  };
}

export interface OpenedSessions {
  readonly root: { readonly session: NewSession; readonly token: string };
  readonly session: NewSession;
  readonly token: SessionToken;
}

export interface RoomPorts extends Pick<SessionPorts, 'newId'> {
  /** The most live sessions of an account; 0 for no limit. */
  readonly mostSessions: number;
}

/** The room that an account has for sessions; undefined for operators, who have no limit. */
export function roomOf(
  { mostSessions: most, newId }: RoomPorts,
  account: Account,
  row: LogEntry,
): Room | undefined {
  if (most === 0 || isOperator(account)) return undefined;
  return { most, row: { ...row, id: newId(), event: 'session.over_limit' } };
}

interface OpenPorts extends SessionPorts, RoomPorts {
  readonly sessions: Pick<SessionStore, 'start'>;
}

/**
 * Opens a root session and its first child, and answers the child's access token. Nothing is stored unless sso has
 * signed the token. Throws invalid_credentials when a change has ended such sessions since the credentials were checked.
 */
export async function openSessions(
  ports: OpenPorts & MintPorts,
  signedIn: SignedIn,
  traceparent: string,
): Promise<OpenedSessions> {
  const { account, member, payload, facts } = signedIn;
  const root = createRootSession(ports, facts);
  const session = createChildSession(ports, root.session, facts);
  const subject = { account, member, session, payload, isSignIn: true };
  const token = await mintSessionToken(ports, subject, traceparent);
  const isAdmin = splitScope(token.scope).includes('admin');
  const grant = { ...signedIn.row, id: ports.newId(), event: 'admin.granted' } as const;
  await start(ports, signedIn, [root.session, session], isAdmin ? grant : undefined);
  return { root, session, token };
}

/** Opens only a root session, without an access token. Throws as {@link openSessions} does. */
export async function openRootSession(ports: OpenPorts, signedIn: SignedIn): Promise<OpenedSessions['root']> {
  const root = createRootSession(ports, signedIn.facts);
  await start(ports, signedIn, [root.session]);
  return root;
}

async function start(
  ports: OpenPorts,
  signedIn: SignedIn,
  sessions: NewSession[],
  adminRow?: LogEntry,
): Promise<void> {
  const { account, facts, row, origin, operation, made: madeBefore } = signedIn;
  const { deviceHash, factor, newPassword, refreshedHash } = signedIn;
  const { amr } = facts;
  const made = [...sessions.map(({ id }) => id), ...madeBefore];
  const outcome = operation && {
    ...operation,
    code: null,
    field: null,
    userId: account.id,
    made,
    amr,
    createdAt: row.createdAt,
  };
  const room = roomOf(ports, account, row);
  const changes = { deviceHash, factor, newPassword, refreshedHash };
  const opening = { outcome, madeBefore, account, orgId: facts.orgId, ...changes, row, adminRow, room };
  assertInTime(origin);
  if (!(await ports.sessions.start(sessions, opening))) throw new ApiError(errors.credentialsInvalid);
}

export interface SignedIn {
  readonly account: Account;
  readonly member: Membership | null;
  readonly payload: RelayClaims;
  readonly facts: SessionFacts;
  /** The device that it was done on, which opening the sessions makes a known one. */
  readonly deviceHash: string | undefined;
  /** The code or the passkey that was shown, which opening the sessions spends. */
  readonly factor: Factor | PasskeyUse | undefined;
  /** Set in the act that opens the sessions. */
  readonly newPassword: NewPassword | undefined;
  readonly refreshedHash: RefreshedHash | undefined;
  readonly row: LogEntry;
  readonly origin: Origin;
  /** Names the opening when the same request is sent again. */
  readonly operation: Pick<Outcome, 'op' | 'digest'> | undefined;
  /** What its operation has opened before. */
  readonly made: readonly string[];
}
