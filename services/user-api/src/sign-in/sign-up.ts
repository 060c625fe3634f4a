import { text, type InferFields } from '@latchkey/contracts';
import { ApiError } from '@latchkey/errors';
import type { RelayClaims } from '@latchkey/tokens';
import { foldEmail, nameField, type Account, type AccountStore } from '../account/account.ts';
import { withBudgets, type AttemptBudgets, type BudgetPorts } from '../attempt/budgets.ts';
import {
  assertPayloadFits,
  payloadFields,
  personOrigin,
  readPresentedPayload,
  withPayload,
  type PayloadPorts,
} from '../attempt/payload.ts';
import { errors } from '../errors.ts';
import type { OrgStore } from '../org/org.ts';
import { assertNewPassword } from '../password/assert-new-password.ts';
import type { Hashing, Passwords } from '../password/passwords.ts';
import { logEvent, type LogPorts } from '../request-log/log-event.ts';
import type { Origin } from '../request-log/request-log.ts';

interface SignUpPorts extends PayloadPorts, BudgetPorts, LogPorts {
  readonly accounts: AccountStore;
  readonly passwords: Passwords;
  readonly orgs: OrgStore;
}

export const signUpFields = {
  ...payloadFields,
  'auth.user': {
    type: 'string',
    maxLength: 254,
    pattern: '^[^\\s\\p{C}@]+@[^\\s\\p{C}@]+$',
    description: 'Email address',
  },
  'auth.pass': { ...text, description: 'Password' },
  'auth.client_id': { ...text, description: 'When sent, it must be the client of the payload' },
  name: nameField,
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
 * Source: contract part 2 "Routes guarded by a consumed payload".
 */
export async function signUp(
  ports: SignUpPorts,
  { path, fields, origin: from }: SignUpRequest,
): Promise<SignedUp> {
  const presented = readPresentedPayload(fields);
  const email = foldEmail(required(fields, 'auth.user'));
  const password = required(fields, 'auth.pass');
  const name = required(fields, 'name');
  const { minLength } = ports.passwords;
  assertNewPassword(password, { field: 'auth.pass', minLength, owner: { email, name } });
  const attempt = async ({ moveToNetwork }: AttemptBudgets, passwords: Hashing, payload: RelayClaims) => {
    const origin = personOrigin(payload, from);
    await moveToNetwork(origin.ip);
    assertPayloadFits(payload, { purpose: 'signup', clientId: fields['auth.client_id'], methods: [] });
    const isVerified = assertVerified(payload, email);
    const orgId = await findInvitedOrg(ports.orgs, payload);
    const account: Account = {
      id: ports.newId(),
      email,
      emailVerifiedAt: isVerified ? new Date(ports.now()) : null,
      signedUpUnverified: !isVerified,
      name,
      kind: 'user',
      status: 'active',
      passwordHash: await passwords.hash(password),
      passwordNfkc: true,
      mustChangePassword: false,
      totpSecret: null,
      totpPending: null,
      tokensValidAfter: null,
      keptFamilyId: null,
    };
    const at = new Date(ports.now());
    const isNew = await ports.accounts.create(
      account,
      at,
      orgId === undefined ? undefined : { id: ports.newId(), orgId },
    );
    const row = { event: 'user.signup', clientId: payload.client_id };
    await logEvent(
      ports,
      { ...row, ...(isNew ? { userId: account.id } : { code: 'already_exists' }) },
      origin,
    );
    if (!isVerified) return { account: undefined };
    if (!isNew) throw new ApiError(errors.accountExists, { field: 'auth.user' });
    return { account };
  };
  return withBudgets(ports, from.ip, (budgets) =>
    ports.passwords.hold((passwords) =>
      withPayload(ports, { presented, path, fields, traceparent: from.traceparent }, (payload) =>
        attempt(budgets, passwords, payload),
      ),
    ),
  );
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

/** The org that the payload invites to, by slug or id. Throws payload_mismatch when there is no such active org. */
async function findInvitedOrg(orgs: OrgStore, payload: RelayClaims): Promise<string | undefined> {
  const invite = payload.ctx?.['invite'];
  if (typeof invite !== 'string' || invite === '') return undefined;
  const org = await orgs.find(invite);
  if (org === undefined || org.status !== 'active') throw new ApiError(errors.payloadMismatch);
  return org.id;
}
