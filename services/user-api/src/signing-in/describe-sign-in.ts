import type { Counter } from '@latchkey/attempts';
import { ApiError } from '@latchkey/contracts';
import { hashFingerprint } from '@latchkey/tokens';
import { findMember, type AccountStore } from '../accounts/account-store.ts';
import type { Account } from '../accounts/account.ts';
import type { Outcome } from '../accounts/outcome.ts';
import { errors } from '../errors.ts';
import { createEntry, type EntryPorts, type LogEvent } from '../request-log/log-event.ts';
import { logMethods, type Origin } from '../request-log/request-log.ts';
import type { SignedIn } from '../sessions/open-sessions.ts';
import { accountName, limitedBy, type CounterPorts } from './attempt/counters.ts';
import { findTwin, type OutcomePorts } from './attempt/find-outcome.ts';
import { holdSuccess } from './attempt/hold-success.ts';
import type { Lease } from './attempt/lease.ts';
import type { PayloadPorts } from './attempt/payload.ts';

/** What every sign-in needs, whatever a person shows. */
export interface SignInBasis extends PayloadPorts, OutcomePorts {
  readonly accounts: AccountStore;
  /** Counts a sign-in that opened a session. */
  onSignedIn(method: string): void;
  /** Right sign-ins of one account a minute; 0 for no limit. */
  readonly signInsPerMinute: number;
}

/** A sign-in that was right, and what it opened. */
export type Opened<Result> = Pick<SignedIn, 'account' | 'member'> & { readonly opened: Result };

interface Facts extends Pick<SignedIn, 'payload' | 'operation'> {
  readonly jkt: string | null;
  readonly fingerprint: string | undefined;
}

export function signInsOf(
  { counterOf, signInsPerMinute }: CounterPorts & Pick<SignInBasis, 'signInsPerMinute'>,
  throttleName: string,
): Counter[] {
  return limitedBy(signInsPerMinute, counterOf('signIns', throttleName));
}

/** How an attempt opens a session, whether at first or once more. */
export interface Opening<Result> extends Facts {
  readonly method: LogEvent;
  readonly org: string | undefined;
  open(signedIn: SignedIn): Promise<Result>;
}

/**
 * Does what lets somebody in. Where the same form, sent at the same moment, was quicker, opens once more what that one
 * has opened, which ends: a browser shows only the answer to the last one.
 */
export async function orAgain<Result>(
  ports: SignInBasis,
  lease: Lease,
  opening: Opening<Result>,
  letIn: () => Promise<Opened<Result>>,
): Promise<Opened<Result>> {
  try {
    return await letIn();
  } catch (error) {
    const isRefused = error instanceof ApiError && error.code === errors.credentialsInvalid.code;
    const twin = isRefused ? await findTwin(ports, lease) : undefined;
    if (twin === undefined) throw error;
    return signInAgain(ports, lease, twin, opening);
  }
}

/** Opens once more what the same request has opened `before`; nothing that was shown is looked at again. */
export async function signInAgain<Result>(
  ports: SignInBasis,
  lease: Lease,
  before: Outcome,
  opening: Opening<Result>,
): Promise<Opened<Result>> {
  const { method, org, open, ...facts } = opening;
  const { amr, made } = before;
  const account = await findActive(ports.accounts, before.userId);
  await holdSuccess(ports, lease, signInsOf(ports, accountName(account)));
  const member = org === undefined ? null : await findMember(ports.accounts, account, org);
  const again = { account, member, amr, made, ...nothingSpent, ...facts };
  const signedIn = describeSignIn(ports, again, method, lease.held.origin);
  return orAgain(ports, lease, opening, async () => ({ account, member, opened: await open(signedIn) }));
}

const nothingSpent = {
  deviceHash: undefined,
  factor: undefined,
  newPassword: undefined,
  refreshedHash: undefined,
};

/** Whose credentials were right before. */
async function findActive(accounts: AccountStore, userId: string | null): Promise<Account> {
  const account = userId === null ? undefined : await accounts.findById(userId);
  if (account?.status !== 'active') throw new ApiError(errors.credentialsInvalid);
  return account;
}

/** Opens the session of a sign-in, and counts it. */
export async function openCounted<Result>(
  { onSignedIn }: Pick<SignInBasis, 'onSignedIn'>,
  signedIn: SignedIn,
  open: (signedIn: SignedIn) => Promise<Result>,
): Promise<Result> {
  const opened = await open(signedIn);
  onSignedIn(signedIn.row.method ?? 'password');
  return opened;
}

/** What the sessions of a sign-in are made of, and the row that is stored with them. */
export function describeSignIn(
  ports: EntryPorts,
  proven: Omit<SignedIn, 'facts' | 'row' | 'origin'> & Facts & { readonly amr: readonly string[] },
  event: LogEvent,
  origin: Origin,
): SignedIn {
  const { amr, jkt, fingerprint, ...signedIn } = proven;
  const { account, member, payload } = signedIn;
  const orgId = member?.orgId ?? null;
  const facts = {
    userId: account.id,
    orgId,
    clientId: payload.client_id,
    amr: [...amr],
    authTime: new Date(ports.now()),
    jkt,
    fingerprint: fingerprint ? hashFingerprint(fingerprint) : null,
    ip: origin.ip,
    userAgent: origin.userAgent,
    tokensValidAfter: account.tokensValidAfter,
  };
  const method = event.method ?? logMethods.find((one) => one === amr.join('+')) ?? 'password';
  return {
    ...signedIn,
    facts,
    origin,
    row: createEntry(ports, { ...event, userId: account.id, method, orgId }, origin),
  };
}
