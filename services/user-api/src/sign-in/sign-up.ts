import { createHash } from 'node:crypto';
import { ApiError, foldEmail, isUuid, text, type InferFields } from '@latchkey/contracts';
import type { RelayClaims } from '@latchkey/tokens';
import type { AccountStore } from '../account/account-store.ts';
import type { Account } from '../account/account.ts';
import { nameField } from '../account/name.ts';
import { keepNone } from '../account/voiding.ts';
import { withLease } from '../attempt/lease.ts';
import {
  assertPayloadFits,
  consumePayload,
  payloadFields,
  readPresentedPayload,
  type PayloadPorts,
} from '../attempt/payload.ts';
import { assertInTime, errors } from '../errors.ts';
import type { InvitationStore } from '../org/invitation.ts';
import { assertNewPassword } from '../password/assert-new-password.ts';
import { passwordField, type Passwords } from '../password/passwords.ts';
import { createEntry } from '../request-log/log-event.ts';
import type { LogEntry, Origin } from '../request-log/request-log.ts';
import { announceVoiding, endConsents, type EndSignInsPorts } from '../session/end-sessions.ts';

interface SignUpPorts extends PayloadPorts, EndSignInsPorts {
  readonly sso: PayloadPorts['sso'] & EndSignInsPorts['sso'];
  readonly accounts: AccountStore;
  readonly passwords: Passwords;
  readonly invitations: InvitationStore;
}

export const signUpFields = {
  ...payloadFields,
  'auth.user': {
    type: 'string',
    maxLength: 254,
    pattern: '^[^\\s\\p{C}@]+@[^\\s\\p{C}@]+$',
    allowed: 'an email address',
    description: 'Email address',
    examples: ['ada@example.com'],
  },
  'auth.pass': { ...passwordField, description: 'Password' },
  'auth.client_id': { ...text, description: 'When sent, it must be the client of the payload' },
  name: { ...nameField, examples: ['Ada Lovelace'] },
} as const;

type SignUpFields = InferFields<{ properties: typeof signUpFields }>;

interface SignUpRequest {
  readonly path: string;
  readonly fields: SignUpFields;
  readonly origin: Origin;
}

/** A new account. Without a verified address it is undefined, whether or not an account was made. */
type SignedUp = { readonly account: Account } | { readonly account: undefined };

/**
 * Makes an account. Without a verified address in the payload, a new and a known address get the same answer and cause
 * the same work: one hash, one insert, one row in the log. Throws already_exists only to the proven owner of an address.
 * The same request again answers the same for as long as its payload is valid.
 * Source: contract part 2 "Routes guarded by a consumed payload".
 */
export function signUp(
  ports: SignUpPorts,
  { path, fields, origin: sender }: SignUpRequest,
): Promise<SignedUp> {
  const presented = readPresentedPayload(fields);
  const email = foldEmail(required(fields, 'auth.user'));
  const password = required(fields, 'auth.pass');
  const name = required(fields, 'name');
  const { minLength } = ports.passwords;
  assertNewPassword(password, { field: 'auth.pass', minLength, owner: { email, name } });
  return withLease(ports, sender, async (lease) => {
    const hashing = ports.passwords.takePlace();
    lease.place = hashing;
    const payload = await consumePayload(ports, lease, { presented, path, fields });
    assertPayloadFits(payload, { purpose: 'signup', clientId: fields['auth.client_id'], methods: [] });
    const isVerified = assertVerified(payload, email);
    const id = accountIdOf(payload);
    const made = isVerified || lease.isReturned ? await ports.accounts.findById(id) : undefined;
    if (made === undefined) await assertInvited(ports, payload, isVerified ? email : undefined);
    const account =
      made ?? newAccount(ports, { id, email, name, passwordHash: await hashing.hash(password), isVerified });
    if (made === undefined) await store(ports, account, payload, lease.origin);
    if (!isVerified) return { account: undefined };
    // The same request again, because its answer was lost, finds the account that it has made.
    await join(ports, account, payload, lease.origin);
    return { account };
  });
}

/** Stores a new account and its log row. Throws already_exists only to the proven owner of an address. */
async function store(
  ports: SignUpPorts,
  account: Account,
  { client_id: clientId }: RelayClaims,
  origin: Origin,
): Promise<void> {
  const event = { event: 'user.signup', userId: account.id, clientId } as const;
  const row = createEntry(ports, event, origin);
  const taken = createEntry(ports, { ...event, userId: null, code: 'already_exists' }, origin);
  const isVerified = account.emailVerifiedAt !== null;
  assertInTime(origin);
  const isNew = await ports.accounts.create(account, row, isVerified ? undefined : taken);
  if (isVerified && !isNew) await takeOver(ports, { account, row, taken }, origin);
}

/** The id of the account that a payload makes, so that the same payload, presented again, makes the same account. */
function accountIdOf({ jti }: RelayClaims): string {
  const hex = createHash('sha256').update(`account of the payload ${jti}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-b${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function newAccount(
  ports: Pick<SignUpPorts, 'now'>,
  known: { id: string; email: string; name: string; passwordHash: string; isVerified: boolean },
): Account {
  const { isVerified, ...given } = known;
  return {
    ...given,
    emailVerifiedAt: isVerified ? new Date(ports.now()) : null,
    kind: 'user',
    status: 'active',
    locale: null,
    firstPasswordUntil: null,
    deviceSignIn: true,
    totpSecret: null,
    totpPending: null,
    tokensValidAfter: null,
    keptFamilyId: null,
    keptValidAfter: null,
  };
}

/** Called after the payload was read, so that a missing payload is the first failure. */
function required(fields: SignUpFields, field: 'auth.user' | 'auth.pass' | 'name'): string {
  const value = fields[field];
  if (value === undefined) throw new ApiError(errors.fieldMissing, { field });
  return value;
}

/** Whether the payload proves the caller's address. Throws payload_mismatch when it proves another one. */
function assertVerified(payload: RelayClaims, email: string): boolean {
  const verified = payload.ctx?.['email_verified'];
  if (typeof verified !== 'string' || verified === '') return false;
  if (foldEmail(verified) !== email) throw new ApiError(errors.payloadMismatch);
  return true;
}

/** The invitation that the payload names; undefined when it names none. */
function invitationOf({ ctx }: RelayClaims): string | undefined {
  const invite = ctx?.['invite'];
  return typeof invite === 'string' && invite !== '' ? invite : undefined;
}

/**
 * An invitation is valid only with its own address, which the payload must prove. Throws payload_mismatch for every other
 * one.
 */
async function assertInvited(
  ports: SignUpPorts,
  payload: RelayClaims,
  email: string | undefined,
): Promise<void> {
  const invite = invitationOf(payload);
  if (invite === undefined) return;
  const isOpen =
    email !== undefined &&
    isUuid(invite) &&
    (await ports.invitations.isOpen(invite, email, new Date(ports.now())));
  if (!isOpen)
    throw new ApiError(errors.payloadMismatch, { detail: 'not an open invitation to this address' });
}

/** Accepts the invitation of a payload. One that was accepted in the meantime is the account's own already. */
async function join(
  ports: SignUpPorts,
  { id: userId, email }: Account,
  payload: RelayClaims,
  origin: Origin,
): Promise<void> {
  const id = invitationOf(payload);
  if (id === undefined) return;
  const event = { event: 'invitation.accept', userId, clientId: payload.client_id } as const;
  const row = createEntry(ports, event, origin);
  await ports.invitations.accept({ id, email, userId, memberId: ports.newId(), row });
}

/**
 * An address that is taken: its proven owner gets a new account, and the unverified one that has the address is retired.
 * sso ends its consents and families first: if it cannot, nothing has changed, and if the rest fails, the owner signs up
 * again. Throws already_exists where the account of the address is verified.
 */
async function takeOver(
  ports: SignUpPorts,
  { account, row, taken }: { account: Account; row: LogEntry; taken: LogEntry },
  origin: Origin,
): Promise<void> {
  const { traceparent } = origin;
  const found = await ports.accounts.findByEmail(account.email);
  if (found !== undefined && found.emailVerifiedAt === null && found.kind === 'user') {
    const ending = { userId: found.id, reason: 'admin', kept: keepNone, traceparent } as const;
    await endConsents(ports, ending);
    assertInTime(origin);
    const ended = await ports.accounts.takeOver(account, row);
    if (ended !== undefined) return void (await announceVoiding(ports, ending, ended));
  }
  await ports.requestLog.add(taken);
  throw new ApiError(errors.accountExists, { field: 'auth.user' });
}
