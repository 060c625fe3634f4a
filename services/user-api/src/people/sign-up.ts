import { createHash } from 'node:crypto';
import { ApiError, foldEmail, isUuid, text, type InferFields } from '@latchkey/contracts';
import { hashSecret } from '@latchkey/secrets';
import type { RelayClaims } from '@latchkey/tokens';
import type { AccountStore } from '../accounts/account-store.ts';
import { isProven, type Account } from '../accounts/account.ts';
import { addressField, readAddress } from '../accounts/address.ts';
import { nameField } from '../accounts/name.ts';
import { newAccount } from '../accounts/new-account.ts';
import { assertInTime, errors, missing } from '../errors.ts';
import { createEntry } from '../request-log/log-event.ts';
import type { LogEntry, Origin } from '../request-log/request-log.ts';
import { announceRetired, prepareRetiring, type EndSignInsPorts } from '../sessions/end-sessions.ts';
import { withLease } from '../signing-in/attempt/lease.ts';
import {
  assertPayloadFits,
  consumePayload,
  payloadFields,
  readPresentedPayload,
  type PayloadPorts,
} from '../signing-in/attempt/payload.ts';
import { sharesOf } from '../signing-in/attempt/place.ts';
import { assertNewPassword } from '../signing-in/password/assert-new-password.ts';
import { passwordField, type Passwords } from '../signing-in/password/passwords.ts';
import type { InvitationStore } from './orgs/invitation.ts';

interface SignUpPorts extends PayloadPorts, EndSignInsPorts {
  readonly sso: PayloadPorts['sso'] & EndSignInsPorts['sso'];
  readonly accounts: AccountStore;
  readonly passwords: Passwords;
  readonly invitations: InvitationStore;
}

export const signUpFields = {
  ...payloadFields,
  'auth.user': addressField,
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
  const email = readAddress(required(fields, 'auth.user'), 'auth.user');
  const password = required(fields, 'auth.pass');
  const name = required(fields, 'name');
  assertNewPassword(password, { field: 'auth.pass', rules: ports.passwords, owner: { email, name } });
  return withLease(ports, sender, async (lease) => {
    ports.passwords.assertRoom();
    const { payload } = await consumePayload(ports, lease, { presented, path, fields });
    assertPayloadFits(payload, { purpose: 'signup', clientId: fields['auth.client_id'], methods: [] });
    const isVerified = assertVerified(payload, email);
    const made = isVerified || lease.verdict.payload?.isReturned ? await findMade(ports, payload) : undefined;
    if (made === undefined) await assertInvited(ports, payload, isVerified ? email : undefined);
    const emailVerifiedAt = isVerified ? new Date(ports.now()) : null;
    const given = { id: accountIdOf(payload), email, name, emailVerifiedAt };
    const hash = () => ports.passwords.by(sharesOf(lease.held.counted, `signup ${email}`)).hash(password);
    const account =
      made ??
      (await store(ports, newAccount({ ...given, passwordHash: await hash() }), payload, lease.held.origin));
    if (!isVerified) return { account: undefined };
    // The same request again, because its answer was lost, finds the account that it has made.
    await join(ports, account, payload, lease.held.origin);
    return { account };
  });
}

/** The account that this payload has made, or the invited one that it has completed. */
async function findMade(ports: SignUpPorts, payload: RelayClaims): Promise<Account | undefined> {
  const made = await ports.accounts.findById(accountIdOf(payload));
  if (made !== undefined) return made;
  const completed = await ports.outcomes.find(operationOf(payload), new Date(ports.now() - keptMs));
  return completed?.userId ? ports.accounts.findById(completed.userId) : undefined;
}

/** Longer than any payload lives. */
const keptMs = 600_000;

/** Names the completion of an invited account, whose id is not the payload's. */
function operationOf({ jti }: RelayClaims): string {
  return hashSecret(`signup ${jti}`);
}

/**
 * Stores a new account and its log row; answers it as it is then, which for an invited one is under its own id. Throws
 * already_exists only to the proven owner of an address.
 */
async function store(
  ports: SignUpPorts,
  account: Account,
  payload: RelayClaims,
  origin: Origin,
): Promise<Account> {
  const { client_id: clientId } = payload;
  const event = { event: 'user.signup', userId: account.id, clientId } as const;
  const row = createEntry(ports, event, origin);
  const taken = createEntry(ports, { ...event, userId: null, code: 'already_exists' }, origin);
  const isVerified = account.emailVerifiedAt !== null;
  assertInTime(origin);
  const isNew = await ports.accounts.create(account, row, isVerified ? undefined : taken);
  if (!isVerified || isNew) return account;
  return takeOver(ports, { account, row, taken }, { payload, origin });
}

/** The id of the account that a payload makes, so that the same payload, presented again, makes the same account. */
function accountIdOf({ jti }: RelayClaims): string {
  const hex = createHash('sha256').update(`account of the payload ${jti}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-b${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Called after the payload was read, so that a missing payload is the first failure. */
function required(fields: SignUpFields, field: 'auth.user' | 'auth.pass' | 'name'): string {
  const value = fields[field];
  if (value === undefined) throw missing(field);
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
 * An address that is taken: its proven owner gets a new account, and the unverified one that has the address is retired;
 * an invited one becomes the owner's. sso ends the consents and families of the retired one first: if it cannot, nothing
 * has changed, and if the rest fails, the owner signs up again. Throws already_exists where the account of the address is
 * verified.
 */
async function takeOver(
  ports: SignUpPorts,
  { account, row, taken }: { account: Account; row: LogEntry; taken: LogEntry },
  { payload, origin }: { payload: RelayClaims; origin: Origin },
): Promise<Account> {
  const found = await ports.accounts.findByEmail(account.email);
  if (found !== undefined && !isProven(found)) {
    const retiring = found.status === 'invited' ? undefined : found;
    await prepareRetiring(ports, retiring, origin);
    const op = operationOf(payload);
    const outcome = { op, digest: op, code: null, field: null, made: [], amr: [], createdAt: row.createdAt };
    const owned = await ports.accounts.takeOver(account, row, { ...outcome, userId: null });
    if (owned !== undefined) {
      await announceRetired(ports, { retiredId: retiring?.id, ended: owned.ended }, origin);
      return { ...account, id: owned.userId };
    }
  }
  await ports.requestLog.add(taken);
  throw new ApiError(errors.accountExists, { field: 'auth.user' });
}
