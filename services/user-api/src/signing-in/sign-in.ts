import { ApiError } from '@latchkey/contracts';
import type { RelayClaims } from '@latchkey/tokens';
import { findMember } from '../accounts/account-store.ts';
import type { Account } from '../accounts/account.ts';
import type { Factor } from '../accounts/factor.ts';
import { assertInTime, errors } from '../errors.ts';
import { purposeEvents } from '../request-log/log-event.ts';
import type { Origin } from '../request-log/request-log.ts';
import type { SignedIn } from '../sessions/open-sessions.ts';
import { assertTimely, verifyProof, type BindingFields, type BindingPorts } from './attempt/binding.ts';
import { findOutcome } from './attempt/find-outcome.ts';
import { endAll } from './attempt/hold-place.ts';
import { findSuccessWait, holdSuccess, refuseRight } from './attempt/hold-success.ts';
import { hashDevice, onDevice, type KnownDeviceStore } from './attempt/known-device.ts';
import { clearFailures, holdAccount, withLease, type Lease } from './attempt/lease.ts';
import { assertPayloadFits, consumePayload, readPresentedPayload } from './attempt/payload.ts';
import { sharesOf } from './attempt/place.ts';
import { readCredentials, readSubject, type CredentialFields, type Credentials } from './credentials.ts';
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
import { chooseNewPassword } from './password/choose-new-password.ts';
import { checkPassword, hashAgain, type Hashing, type Passwords } from './password/passwords.ts';
import { checkFactor, type Spot } from './totp/check-code.ts';
import type { TextSealer } from './totp/text-sealer.ts';

interface SignInPorts extends SignInBasis, BindingPorts {
  readonly devices: KnownDeviceStore;
  readonly passwords: Passwords;
  readonly secrets: TextSealer;
}

interface SignInRequest {
  readonly purpose: `${'user' | 'member'}_${'login' | 'root_session'}`;
  /** Path of the route, which a DPoP proof is made for. */
  readonly path: string;
  readonly fields: CredentialFields;
  readonly binding: BindingFields;
  readonly origin: Origin;
}

/** The values of auth.method for a sign-in here. */
const methods = ['password', 'password+totp'];

/**
 * The checks of every login and root-session route, in the order of contract part 2 "Order". `open` opens the session.
 * The payload is consumed here and not by the access of the route, since shape and budget of the network are checked first.
 */
export function signIn<Result>(
  ports: SignInPorts,
  { purpose, path, fields, binding, origin: sender }: SignInRequest,
  open: (signedIn: SignedIn) => Promise<Result>,
): Promise<Opened<Result>> {
  const presented = readPresentedPayload(fields);
  const credentials = readCredentials(fields, purpose.startsWith('member_'));
  const { password, org } = credentials;
  assertTimely(ports, binding);
  return withLease(ports, sender, async (lease) => {
    ports.passwords.assertRoom();
    const consumed = await consumePayload(ports, lease, { presented, path, fields, named: credentials });
    const { payload } = consumed;
    const { client_id: clientId, htu: payloadHtu } = payload;
    assertPayloadFits(payload, { purpose, clientId: fields['auth.client_id'], org, methods });
    const jkt = await verifyProof(ports, binding, { path, payloadHtu });
    const before = await findOutcome(ports, lease, payload, { path, fields });
    const shown = { payload, jkt, fingerprint: binding.fingerprint, operation: lease.verdict.operation };
    const method = { event: purposeEvents[purpose], clientId };
    const opening = { ...shown, method, org, open };
    if (before !== undefined) return signInAgain(ports, lease, before, opening);
    const subject = readSubject(consumed.account, credentials);
    lease.verdict.event = { ...method, userId: subject.account?.id ?? null, method: 'password' };
    const { origin, counted } = lease.held;
    const { userAgent } = origin;
    const deviceHash = hashDevice(counted, { fingerprint: binding.fingerprint, userAgent });
    const trust = onDevice(ports, subject.account, deviceHash);
    const signIns = signInsOf(ports, subject.throttleName);
    const [, waitMs] = await endAll([
      holdAccount(ports, lease, subject, trust),
      findSuccessWait(ports, signIns),
    ]);
    await refuseRight(ports, lease, waitMs);
    const hashing = await ports.passwords.takePlace(sharesOf(counted, subject.throttleName));
    lease.held.place = hashing;
    assertInTime(origin);
    const account = await checkPassword({ ...ports, passwords: hashing }, subject.account, password);
    await endAll([clearFailures(ports, lease), holdSuccess(ports, lease, signIns)]);
    const spot = { place: counted.name, trust, device: deviceHash };
    const right = { account, credentials, hashing, spot };
    return orAgain(ports, lease, opening, () => letIn(ports, lease, right, opening));
  });
}

/** Whose password was right, and what else was shown. */
interface RightPassword {
  readonly account: Account;
  readonly credentials: Credentials;
  readonly hashing: Hashing;
  readonly spot: Spot;
}

/** Lets in who has shown what is needed beside the password. */
async function letIn<Result>(
  ports: SignInPorts,
  { held, verdict }: Lease,
  { account, credentials, hashing, spot }: RightPassword,
  { method, org, open, ...shown }: Opening<Result>,
): Promise<Opened<Result>> {
  const { origin } = held;
  const { payload } = shown;
  const typed = { code: credentials.code, spot, typedAtMs: typedAtMs(ports, payload) };
  const factor = await checkFactor(ports, account, { ...typed, where: origin, clientId: payload.client_id });
  assertFactors(payload, factor);
  const member = org === undefined ? null : await findMember(ports.accounts, account, org);
  const newPassword = await chooseNewPassword({ ...ports, hashing }, account, credentials, origin);
  const refreshedHash = await hashAgain(hashing, account, credentials.password);
  const amr = factor === undefined ? ['password'] : ['password', factor.kind];
  const spent = { deviceHash: spot.device, factor, newPassword, refreshedHash };
  const proven = { account, member, amr, made: verdict.made, ...spent, ...shown };
  const signedIn = describeSignIn(ports, proven, method, origin);
  return { account, member, opened: await openCounted(ports, signedIn, open) };
}

/** A code that is kept for longer is checked as of now, which refuses it. */
const keptMs = 600_000;

/** When the code was typed: while a person chooses a first password, sso's page keeps what opens the session. */
function typedAtMs({ now }: Pick<SignInPorts, 'now'>, payload: RelayClaims): number | undefined {
  const atMs = (payload.typed_at ?? Infinity) * 1000;
  return atMs <= now() && atMs > now() - keptMs ? atMs : undefined;
}

/** Throws mfa_required unless the sign-in has every factor that the payload asks for; a recovery code is one too. */
function assertFactors({ method }: RelayClaims, factor: Factor | undefined): void {
  if (method === 'password+totp' && factor === undefined)
    throw new ApiError(errors.mfaRequired, { field: 'auth.code' });
}
