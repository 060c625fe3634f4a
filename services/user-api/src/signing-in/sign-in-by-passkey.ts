import { ApiError, longestPasskeyAnswer } from '@latchkey/contracts';
import { ssoClientId, type RelayClaims } from '@latchkey/tokens';
import type { Account } from '../accounts/account.ts';
import { countsOn, type PasskeyStore } from '../accounts/passkey.ts';
import { assertInTime, errors, missing } from '../errors.ts';
import type { Origin } from '../request-log/request-log.ts';
import type { SignedIn } from '../sessions/open-sessions.ts';
import { accountName } from './attempt/counters.ts';
import { findOutcome } from './attempt/find-outcome.ts';
import { holdSuccess } from './attempt/hold-success.ts';
import { hashDevice } from './attempt/known-device.ts';
import { clearFailures, withLease, type Lease } from './attempt/lease.ts';
import {
  assertPayloadFits,
  consumePayload,
  readPresentedPayload,
  type PayloadFields,
} from './attempt/payload.ts';
import {
  describeSignIn,
  openCounted,
  orAgain,
  signInAgain,
  signInsOf,
  type Opened,
  type Opening,
  type SignInBasis,
} from './describe-sign-in.ts';
import { provePasskey, refusePasskey, type Proven, type ProvingPorts } from './prove-passkey.ts';
import { readAssertion, type Assertion } from './webauthn.ts';

/** What a sign-in by a passkey reads beside the fields of every sign-in. */
export const passkeyFields = {
  'auth.method': {
    type: 'string',
    description: 'passkey, only with a payload of sso’s own page; no other value is read',
  },
  passkey: {
    type: 'string',
    maxLength: longestPasskeyAnswer,
    description: 'With auth.method passkey: the assertion as JSON, in place of auth.user and auth.pass',
  },
} as const;

interface PasskeyPorts extends SignInBasis, Pick<ProvingPorts, 'ssoUrl'> {
  readonly passkeys: Pick<PasskeyStore, 'find'>;
}

interface PasskeySignIn {
  readonly path: string;
  readonly fields: PayloadFields & {
    readonly passkey?: string | undefined;
    readonly 'auth.id'?: string | undefined;
    readonly 'auth.client_id'?: string | undefined;
  };
  readonly origin: Origin;
}

const signInEvent = { event: 'user.root_session', clientId: ssoClientId, method: 'passkey' } as const;

/**
 * A sign-in by a passkey, at sso's own page. No password is hashed, and failures are counted for the network: what is
 * refused proves nothing about an account. The challenge of the payload is its operation, which opening the session
 * spends: of many answers to one challenge, one opens a session. Throws payload_invalid, payload_mismatch, missing_field,
 * invalid_value, ambiguous_parameter, invalid_credentials, throttled. Source: contract part 2 "Passkeys".
 */
export function signInByPasskey<Result>(
  ports: PasskeyPorts,
  { path, fields, origin: sender }: PasskeySignIn,
  open: (signedIn: SignedIn) => Promise<Result>,
): Promise<Opened<Result>> {
  const presented = readPresentedPayload(fields);
  if (fields.passkey === undefined) throw missing('passkey');
  const assertion = readAssertion(fields.passkey);
  if (assertion === undefined) throw new ApiError(errors.passkeyInvalid, { field: 'passkey' });
  return withLease(ports, sender, async (lease) => {
    const { payload } = await consumePayload(ports, lease, { presented, path, fields });
    const challenge = challengeOf(payload, fields['auth.client_id']);
    const before = await findOutcome(ports, lease, payload, { path, fields });
    const { operation } = lease.verdict;
    const shown = { payload, jkt: null, fingerprint: undefined, operation };
    const opening = { ...shown, method: signInEvent, org: undefined, open };
    if (before !== undefined) return signInAgain(ports, lease, before, opening);
    const answer = { assertion, challenge, userId: fields['auth.id'] };
    return orAgain(ports, lease, opening, () => letIn(ports, lease, answer, opening));
  });
}

/** Lets in whose answer is right. Throws as {@link prove} does. */
async function letIn<Result>(
  ports: PasskeyPorts,
  lease: Lease,
  answer: Shown,
  { open, ...shown }: Opening<Result>,
): Promise<Opened<Result>> {
  const proven = await prove(ports, lease, answer);
  const { account, passkey, use } = proven;
  const { origin, counted } = lease.held;
  await clearFailures(ports, lease);
  await holdSuccess(ports, lease, signInsOf(ports, accountName(account)));
  assertInTime(origin);
  const amr = [passkey.isSynced ? 'swk' : 'hwk', 'user', 'mfa'];
  const deviceHash = hashDevice(counted, { userAgent: origin.userAgent });
  const spent = { factor: use, newPassword: undefined, refreshedHash: undefined };
  // What a challenge has opened and what has ended since is not opened again: it is spent.
  const basis = { account, member: null, amr, deviceHash, made: [], ...spent, ...shown };
  const signedIn = describeSignIn(ports, basis, signInEvent, origin);
  const opened = await openCounted(ports, signedIn, open).catch((error: unknown) =>
    explainLoss(ports, lease, proven, error),
  );
  return { account, member: null, opened };
}

/** What the passkey must have signed. Only sso's own page makes such a payload. Throws payload_mismatch. */
function challengeOf(payload: RelayClaims, clientId: string | undefined): string {
  assertPayloadFits(payload, { purpose: 'user_root_session', clientId, methods: ['passkey'] });
  const { client_id: madeFor, method, challenge } = payload;
  if (madeFor !== ssoClientId || method !== 'passkey' || challenge === undefined)
    throw new ApiError(errors.payloadMismatch, { detail: 'not for a passkey' });
  return challenge;
}

interface Shown {
  readonly assertion: Assertion;
  readonly challenge: string;
  /** The account that the page is about; undefined for any. */
  readonly userId: string | undefined;
}

/** Throws invalid_credentials, and ambiguous_parameter for the passkey of another account than `userId`. */
async function prove(
  ports: PasskeyPorts,
  lease: Lease,
  { assertion, challenge, userId }: Shown,
): Promise<Proven> {
  lease.verdict.event = { ...signInEvent, userId: null };
  const found = await ports.passkeys.find(assertion.id);
  if (found === undefined) throw refusePasskey('no such passkey');
  const { account } = found;
  lease.verdict.event = { ...signInEvent, userId: account.id };
  const proven = await provePasskey(ports, found, { assertion, challenge });
  if (userId !== undefined && userId !== account.id)
    throw new ApiError(errors.identifiersDiffer, { field: 'auth.id' });
  if (!countsOn(proven.passkey, proven.use.counter)) throw await refuseCount(ports, lease, account);
  return proven;
}

/**
 * Refuses a counter that does not grow. That is no copy of the key where another answer to the same challenge has just
 * signed in. The passkey stays: its person decides, who is notified.
 */
async function refuseCount(
  { outcomes }: PasskeyPorts,
  { verdict }: Lease,
  { id: userId }: Pick<Account, 'id'>,
): Promise<ApiError> {
  const { op = '' } = verdict.operation ?? {};
  if ((await outcomes.find(op, new Date(0))) !== undefined) return refusePasskey('the challenge is spent');
  verdict.event = { ...signInEvent, event: 'passkey.refused', userId };
  return refusePasskey('its counter does not grow');
}

/**
 * Why a session was not opened though all was right before: another answer to the same challenge was quicker, or a copy
 * of the passkey has counted on meanwhile.
 */
async function explainLoss(
  ports: PasskeyPorts,
  lease: Lease,
  { account, passkey, use }: Proven,
  error: unknown,
): Promise<never> {
  if (!(error instanceof ApiError) || error.code !== errors.credentialsInvalid.code) throw error;
  const now = await ports.passkeys.find(passkey.credentialId);
  const countsOnNow = now === undefined || countsOn(now.passkey, use.counter);
  throw countsOnNow ? error : await refuseCount(ports, lease, account);
}
