import type { RelayClaims, RelayPurpose } from '@latchkey/tokens';
import { generateSync } from 'otplib';
import { acme, addConnectedClients, makeAccount, password, totpSecret } from '../setup/accounts.ts';
import type { TestService } from '../setup/create-test-service.ts';
import { prove } from '../setup/prove.ts';
import { audience } from '../setup/signer.ts';
import type { Answer, Fields } from './placements.ts';

/** One field, and how the answer shows that a route read it. The rest of the request is complete. */
export interface FieldCase {
  /** Dotted name, as in the table of the requirement. */
  readonly field: string;
  value(service: TestService, rest: Fields, path: string): string;
  /** Whether the answer shows that the field was read. */
  isRead(answer: Answer, service: TestService): boolean;
  /** Fields to send as well, because this field means nothing alone. */
  alsoSend?(service: TestService, rest: Fields, path: string): Fields;
  prepare?(service: TestService): Promise<void>;
}

const is = (code: string) => (answer: Answer) => answer.body.code === code;
const isIn = ({ status }: Answer) => status === 200;
const proof = (service: TestService, rest: Fields, path: string) => {
  const token = rest['auth.token'];
  return prove(service, { path, ...(token === undefined ? {} : { token }) });
};

/** A field that the route requires. */
const requiredField = (field: string, value: string): FieldCase => ({
  field,
  value: () => value,
  isRead: isIn,
});
/** A field that the route does not read: no value changes the answer. */
const unreadField = (field: string, value = 'another'): FieldCase => ({
  field,
  value: () => value,
  isRead: ({ status }) => status !== 200,
});
/** A field that must match the payload when it is sent. */
const matchedField = (field: string): FieldCase => ({
  field,
  value: () => 'another',
  isRead: is('payload_mismatch'),
});
const code: FieldCase = {
  field: 'auth.code',
  value: ({ clock }) => generateSync({ secret: totpSecret, epoch: Math.floor(clock.now() / 1000) }),
  isRead: isIn,
  prepare: async (service) =>
    await service.accounts.add(
      makeAccount({ totpSecret: service.secrets.seal(totpSecret, makeAccount().id) }),
      [acme],
    ),
};
const dpop = (field: string): FieldCase => ({
  field,
  value: () => 'no proof',
  isRead: is('invalid_dpop_proof'),
});
const htu = (field: string, dpopField: string): FieldCase => ({
  field,
  value: () => `${audience}/another/path`,
  alsoSend: (service, rest, path) => ({ [dpopField]: proof(service, rest, path) }),
  isRead: is('invalid_dpop_proof'),
});
const fingerprint = (field: string): FieldCase => ({
  field,
  value: () => 'device-0123456789abcdef01',
  isRead: (answer, { siblings }) =>
    answer.body.data?.root?.bound === true || siblings.minted.some(({ fpr }) => fpr !== undefined),
});

const named = [requiredField('auth.user', 'ada@example.test'), requiredField('auth.id', makeAccount().id)];
const person = [...named, requiredField('auth.pass', password), code, matchedField('auth.client_id')];
const org = requiredField('auth.org', 'acme');
const authBinding = [dpop('auth.dpop'), htu('auth.htu', 'auth.dpop'), fingerprint('auth.fingerprint')];
const bareBinding = [dpop('dpop'), htu('htu', 'dpop'), fingerprint('fingerprint')];
const method: FieldCase = { field: 'auth.method', value: () => 'session', isRead: isIn };
const token: FieldCase = { field: 'auth.token', value: () => '', isRead: isIn };
const relay: FieldCase = { field: 'relay', value: () => '', isRead: isIn };

/** A route that a payload guards, and what a payload for it says. */
export interface PayloadRoute {
  readonly path: string;
  readonly purpose: RelayPurpose;
  readonly claims: Partial<RelayClaims>;
}

export interface FieldRow extends PayloadRoute {
  /** Read beside the payload: the table's row. */
  readonly reads: readonly FieldCase[];
  /** Read by a neighbour, and not here. */
  readonly ignores: readonly FieldCase[];
  /** Fields that stand in for no other: the request is as one that lacks the second. */
  readonly substitutes: readonly (readonly [field: string, wanted: string])[];
}

const ofOrg = { org: 'acme' };
const bySession = { method: 'session' };

const ofTokens = [unreadField('auth.token'), unreadField('auth.method', 'session')];
const ofPeople = ['auth.user', 'auth.id', 'auth.pass', 'auth.code'].map((field) => unreadField(field));
const otherOrg = unreadField('auth.org', 'other');
const personSubstitutes = [
  ...['user', 'username', 'email'].map((field) => [field, 'auth.user'] as const),
  ...['pass', 'password'].map((field) => [field, 'auth.pass'] as const),
];
const tokenSubstitutes = [['token', 'auth.token'] as const];
const methodSubstitutes = [['method', 'auth.method'] as const];
const orgSubstitutes = [['org', 'auth.org'] as const];

/**
 * Source: requirement 2 "Unguarded routes guarded by a relay or deadDrop payload", in its order; the retained handlers
 * by its "Authentication request fields".
 */
export const fieldTable: readonly FieldRow[] = [
  {
    path: '/auth/user/login',
    purpose: 'user_login',
    claims: {},
    reads: [...person, fingerprint('auth.fingerprint')],
    ignores: [...bareBinding, dpop('auth.dpop'), htu('auth.htu', 'auth.dpop'), ...ofTokens, otherOrg],
    substitutes: personSubstitutes,
  },
  {
    path: '/auth/user/root-session',
    purpose: 'user_root_session',
    claims: {},
    reads: [...person, ...bareBinding],
    ignores: [...authBinding, ...ofTokens, otherOrg],
    substitutes: personSubstitutes,
  },
  {
    path: '/auth/user/exchange',
    purpose: 'user_exchange',
    claims: bySession,
    reads: [token, method, matchedField('auth.client_id'), ...authBinding, ...bareBinding],
    ignores: [...ofPeople, otherOrg],
    substitutes: methodSubstitutes,
  },
  {
    path: '/auth/member/login',
    purpose: 'member_login',
    claims: ofOrg,
    reads: [...person, org, fingerprint('auth.fingerprint')],
    ignores: [...bareBinding, dpop('auth.dpop'), htu('auth.htu', 'auth.dpop'), ...ofTokens],
    substitutes: [...personSubstitutes, ...orgSubstitutes],
  },
  {
    path: '/auth/member/root-session',
    purpose: 'member_root_session',
    claims: ofOrg,
    reads: [...person, org, ...bareBinding],
    ignores: [...authBinding, ...ofTokens],
    substitutes: [...personSubstitutes, ...orgSubstitutes],
  },
  {
    path: '/auth/member/exchange',
    purpose: 'member_exchange',
    claims: { ...ofOrg, ...bySession },
    reads: [token, method, org, matchedField('auth.client_id'), ...authBinding, ...bareBinding],
    ignores: ofPeople,
    substitutes: [...methodSubstitutes, ...orgSubstitutes],
  },
  {
    path: '/auth/signup',
    purpose: 'signup',
    claims: {},
    reads: [
      requiredField('auth.user', 'new@example.test'),
      requiredField('auth.pass', password),
      requiredField('name', 'New'),
    ],
    ignores: [
      ...authBinding,
      ...bareBinding,
      ...ofTokens,
      unreadField('auth.id'),
      unreadField('auth.code'),
      otherOrg,
    ],
    substitutes: [...personSubstitutes, ['auth.name', 'name']],
  },
  {
    path: '/oauth/client_credentials/issue',
    purpose: 'client_credentials',
    claims: { scope: 'email', aud_list: [audience] },
    reads: [...['client_id', 'scope', 'aud'].map(matchedField), ...authBinding, ...bareBinding],
    ignores: [matchedField('auth.client_id'), ...ofTokens, ...ofPeople, otherOrg],
    substitutes: [],
  },
  {
    path: '/auth/legacy/login',
    purpose: 'user_login',
    claims: {},
    reads: [...person, fingerprint('auth.fingerprint')],
    ignores: [...bareBinding, dpop('auth.dpop'), htu('auth.htu', 'auth.dpop'), ...ofTokens, otherOrg],
    substitutes: personSubstitutes,
  },
  {
    path: '/auth/legacy/member_exchange',
    purpose: 'member_exchange',
    claims: { ...ofOrg, ...bySession },
    reads: [token, fingerprint('auth.fingerprint')],
    ignores: [
      ...bareBinding,
      dpop('auth.dpop'),
      htu('auth.htu', 'auth.dpop'),
      ...ofPeople,
      otherOrg,
      unreadField('auth.method'),
      matchedField('auth.client_id'),
    ],
    substitutes: tokenSubstitutes,
  },
].map((row): FieldRow => ({ ...row, reads: [relay, ...row.reads] }) as FieldRow);

/** Adds the account and the client of the table's requests. */
export async function addTestRecords(service: TestService): Promise<void> {
  await service.accounts.add(makeAccount(), [acme]);
  await addConnectedClients(service);
}
