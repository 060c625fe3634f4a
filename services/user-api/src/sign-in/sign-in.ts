import { ApiError } from '@latchkey/contracts';
import { hashFingerprint, type RelayClaims } from '@latchkey/tokens';
import type { AccountStore } from '../account/account-store.ts';
import { findMembership, type Account, type Membership } from '../account/account.ts';
import { withHeldAttempt, type Attempt } from '../attempt/attempt.ts';
import { assertTimely, verifyProof, type BindingFields, type BindingPorts } from '../attempt/binding.ts';
import { hashDevice, onDevice, type BudgetPorts, type Trust } from '../attempt/budgets.ts';
import { assertPayloadFits, readPresentedPayload, type PayloadPorts } from '../attempt/payload.ts';
import { errors } from '../errors.ts';
import { chooseNewPassword } from '../password/choose-new-password.ts';
import { checkPassword, refreshHash, type Hashing, type Passwords } from '../password/passwords.ts';
import { createEntry, logFailure, purposeEvents, type LogPorts } from '../request-log/log-event.ts';
import type { Origin } from '../request-log/request-log.ts';
import type { SignedIn } from '../session/open-sessions.ts';
import type { SessionFacts } from '../session/session.ts';
import { checkOneTimeCode } from '../totp/check-code.ts';
import type { TextSealer } from '../totp/text-sealer.ts';
import { findSubject, readCredentials, type CredentialFields, type Credentials } from './credentials.ts';

interface SignInPorts extends PayloadPorts, BindingPorts, BudgetPorts, LogPorts {
  readonly accounts: AccountStore;
  readonly passwords: Passwords;
  readonly secrets: TextSealer;
}

/** One request to sign in. */
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
 * The checks of every login and root-session route, in the contract's order: shape, network throttle, consume, verify,
 * jti once, match, account throttle, hash gate, one password verification, one-time code, membership. `open` opens the
 * session. An attempt that ends without a verdict releases its budgets and returns the payload. Source: contract part 2
 * "Order".
 */
export function signIn<Opened>(
  ports: SignInPorts,
  request: SignInRequest,
  open: (signedIn: SignedIn) => Promise<Opened>,
): Promise<SignedIn & { readonly opened: Opened }> {
  const { fields, binding, purpose } = request;
  const presented = readPresentedPayload(fields);
  const credentials = readCredentials(fields, purpose.startsWith('member_'));
  assertTimely(ports, binding);
  const attempt = async ({ payload, origin, budgets }: Attempt, passwords: Hashing) => {
    const { org } = credentials;
    assertPayloadFits(payload, { purpose, clientId: fields['auth.client_id'], org, methods });
    const jkt = await verifyProof(ports, binding, { path: request.path, payloadHtu: payload.htu });
    const subject = await findSubject(ports.accounts, credentials);
    const deviceHash = deviceOf(ports, binding, origin);
    const check = {
      event: purposeEvents[purpose],
      userId: subject.account?.id ?? null,
      clientId: payload.client_id,
    };
    return logFailure(ports, { ...check, method: 'password' }, origin, async () => {
      const trust = onDevice(ports, subject.account, deviceHash);
      await budgets.holdAccount(subject, origin, trust);
      const account = await checkPassword(passwords, subject.account, credentials.password);
      await budgets.clear();
      await refreshHash({ ...ports, passwords }, account, credentials.password);
      const { amr, totpStep, member } = await proveRest({ ...ports, trust }, account, credentials, payload);
      const newPassword = await chooseNewPassword(
        { ...ports, hashing: passwords },
        account,
        credentials,
        origin,
      );
      const fingerprint = binding.fingerprint ? hashFingerprint(binding.fingerprint) : null;
      const bound = { jkt, fingerprint };
      const facts = factsOf({ account, member, payload, origin, amr, bound, at: new Date(ports.now()) });
      const method = totpStep === undefined ? 'password' : 'password+totp';
      const event = { ...check, method, orgId: facts.orgId } as const;
      const row = createEntry(ports, event, origin);
      const signedIn = { account, member, payload, facts, deviceHash, totpStep, newPassword, row };
      const opened = await open(signedIn);
      return { ...signedIn, opened };
    });
  };
  const hold: Passwords['hold'] = (visit) => ports.passwords.hold(visit);
  return withHeldAttempt(ports, { ...request, presented }, hold, attempt);
}

function deviceOf(
  ports: SignInPorts,
  { fingerprint = '' }: BindingFields,
  { ip, userAgent }: Origin,
): string {
  return hashDevice({ fingerprint, network: ports.networkOf(ip), userAgent });
}

/** The checks after the password: the one-time code, the method that the payload requires, the membership. */
async function proveRest(
  ports: SignInPorts & { readonly trust: Trust },
  account: Account,
  { code, org }: Credentials,
  payload: RelayClaims,
): Promise<{ amr: readonly string[]; totpStep: number | undefined; member: Membership | null }> {
  const totpStep = await checkOneTimeCode(ports, account, code, ports.trust);
  const amr = totpStep === undefined ? ['password'] : ['password', 'totp'];
  if (payload.method === 'password+totp' && !amr.includes('totp'))
    throw new ApiError(errors.mfaRequired, { field: 'auth.code' });
  if (org === undefined) return { amr, totpStep, member: null };
  const member = findMembership(await ports.accounts.listMemberships(account.id), org);
  if (member === undefined) throw new ApiError(errors.credentialsInvalid, { detail: 'no member of the org' });
  return { amr, totpStep, member };
}

function factsOf(found: {
  account: Account;
  member: Membership | null;
  payload: RelayClaims;
  origin: Origin;
  amr: readonly string[];
  bound: Pick<SessionFacts, 'jkt' | 'fingerprint'>;
  at: Date;
}): SessionFacts {
  const { account, member, payload, origin, amr, bound, at } = found;
  return {
    ...bound,
    userId: account.id,
    orgId: member?.orgId ?? null,
    clientId: payload.client_id,
    amr,
    authTime: at,
    ip: origin.ip,
    userAgent: origin.userAgent,
    tokensValidAfter: account.tokensValidAfter,
  };
}
