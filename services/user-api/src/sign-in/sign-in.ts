import { ApiError } from '@latchkey/errors';
import type { RelayClaims } from '@latchkey/tokens';
import { findMembership, type Account, type Membership } from '../account/account.ts';
import { hashFingerprint } from '../binding/fingerprint.ts';
import { verifyProof } from '../binding/verify-binding.ts';
import { hashDevice } from '../device/known-device.ts';
import { errors } from '../errors.ts';
import { assertPayloadFits } from '../payload/assert-payload-fits.ts';
import { consumePayload, readPresentedPayload } from '../payload/payload.ts';
import type { SessionFacts } from '../session/create-session.ts';
import { createAttemptBudgets } from './attempt-budgets.ts';
import { readCredentials, type Credentials, type Origin, type SignInAttempt } from './attempt.ts';
import { checkOneTimeCode } from './check-one-time-code.ts';
import { checkPassword, refreshHash } from './check-password.ts';
import { findSubject } from './find-account.ts';
import { isVerdict } from './is-verdict.ts';
import { logSignIn } from './log-sign-in.ts';
import { personOrigin } from './person-origin.ts';
import type { SignInPorts } from './ports.ts';
import type { SignedIn } from './signed-in.ts';

/** What auth.method and amr call the ways of signing in here. */
const methods = ['password', 'password+totp'];

/**
 * The checks of every login and root-session route, in the contract's order: shape, network throttle, consume, verify,
 * jti once, match, account throttle, hash gate, one password verification, one-time code, membership. The session is
 * the route's to make. An attempt that comes to no verdict gives its budgets back. Source: contract part 2 "Order".
 */
export async function signIn(ports: SignInPorts, attempt: SignInAttempt): Promise<SignedIn> {
  const presented = readPresentedPayload(attempt.fields);
  const credentials = readCredentials(attempt);
  const budgets = createAttemptBudgets(ports);
  await budgets.takeNetwork(attempt.origin.ip);
  try {
    const payload = await consumePayload(ports, presented, attempt.origin.traceparent);
    const origin = personOrigin(payload, attempt.origin);
    await budgets.moveToNetwork(origin.ip);
    assertPayloadFits(payload, {
      purpose: attempt.purpose,
      clientId: attempt.fields['auth.client_id'],
      org: credentials.org,
      methods,
    });
    const jkt = await verifyProof(ports, attempt.binding, { path: attempt.path, payloadHtu: payload.htu });
    const subject = await findSubject(ports.accounts, credentials);
    const deviceHash = deviceOf(ports, attempt, origin);
    await budgets.takeAccount(subject, origin.ip, deviceHash);
    const log = { purpose: attempt.purpose, account: subject.account, payload, origin };
    return await logSignIn(ports, log, async () => {
      const account = await checkPassword(ports, subject.account, credentials.password);
      await budgets.settle();
      await refreshHash(ports, account, credentials.password);
      const amr = ['password', ...(await checkOneTimeCode(ports, account, credentials.code))];
      assertMethod(payload, amr);
      const member = await findMember(ports, account, credentials);
      await ports.devices.remember(account.id, deviceHash, new Date(ports.now()));
      return {
        account,
        member,
        payload,
        facts: factsOf(ports, attempt, origin, { account, member, payload, amr, jkt }),
      };
    });
  } catch (error) {
    if (!isVerdict(error)) await budgets.release();
    throw error;
  }
}

function deviceOf(ports: SignInPorts, attempt: SignInAttempt, { ip, userAgent }: Origin): string {
  const network = ports.networkOf(ip);
  return hashDevice({ fingerprint: attempt.binding.fingerprint ?? '', network, userAgent });
}

/** A payload may ask for more than a password; it is never satisfied with less. */
function assertMethod(payload: RelayClaims, amr: readonly string[]): void {
  if (payload.method === 'password+totp' && !amr.includes('totp'))
    throw new ApiError(errors.mfaRequired, { field: 'auth.code' });
}

async function findMember(
  ports: SignInPorts,
  account: Account,
  { org }: Credentials,
): Promise<Membership | null> {
  if (org === undefined) return null;
  const membership = findMembership(await ports.accounts.listMemberships(account.id), org);
  if (membership === undefined) throw new ApiError(errors.credentialsInvalid);
  return membership;
}

function factsOf(
  ports: SignInPorts,
  attempt: SignInAttempt,
  origin: Origin,
  found: Omit<SignedIn, 'facts'> & { amr: readonly string[]; jkt: string | null },
): SessionFacts {
  return {
    userId: found.account.id,
    orgId: found.member?.orgId ?? null,
    clientId: found.payload.client_id,
    amr: found.amr,
    authTime: new Date(ports.now()),
    jkt: found.jkt,
    fingerprint: hashFingerprint(attempt.binding.fingerprint),
    ip: origin.ip,
    userAgent: origin.userAgent,
  };
}
