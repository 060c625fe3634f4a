import type { RelayClaims, RelayPurpose } from '@latchkey/tokens';
import { generateSync } from 'otplib';
import type { World } from '../world/create-world.ts';
import { acme, makeAccount, makeClient, password, totpSecret } from '../world/people.ts';
import { prove } from '../world/prove.ts';
import { audience } from '../world/signer.ts';
import type { Answer, Fields } from './carriers.ts';

/** What sending one field changes, beside a request that is complete without it or lacks it alone. */
export interface Probe {
  /** Dotted name, as in the table of the requirement. */
  readonly field: string;
  value(world: World, rest: Fields, path: string): string;
  /** Whether the answer shows that the field was read. */
  isNoticed(answer: Answer, world: World): boolean;
  /** Sent along, as the field means nothing alone. */
  along?(world: World, rest: Fields, path: string): Fields;
  prepare?(world: World): void;
}

const is = (code: string) => (answer: Answer) => answer.body.code === code;
const isIn = ({ status }: Answer) => status === 200;
const proof = (world: World, rest: Fields, path: string) => {
  const token = rest['auth.token'];
  return prove(world, { path, ...(token === undefined ? {} : { token }) });
};

/** A field that the request cannot do without. */
const needed = (field: string, value: string): Probe => ({ field, value: () => value, isNoticed: isIn });
/** One that nothing here is about: whatever comes in it changes nothing. */
const unasked = (field: string, value = 'another'): Probe => ({
  field,
  value: () => value,
  isNoticed: ({ status }) => status !== 200,
});
/** One that must fit when it is sent. */
const compared = (field: string): Probe => ({
  field,
  value: () => 'another',
  isNoticed: is('payload_mismatch'),
});
const code: Probe = {
  field: 'auth.code',
  value: ({ clock }) => generateSync({ secret: totpSecret, epoch: Math.floor(clock.now() / 1000) }),
  isNoticed: isIn,
  prepare: (world) =>
    world.accounts.add(makeAccount({ totpSecret: world.secrets.seal(totpSecret, makeAccount().id) }), [acme]),
};
const dpop = (field: string): Probe => ({
  field,
  value: () => 'no proof',
  isNoticed: is('invalid_dpop_proof'),
});
const htu = (field: string, dpopField: string): Probe => ({
  field,
  value: () => `${audience}/another/path`,
  along: (world, rest, path) => ({ [dpopField]: proof(world, rest, path) }),
  isNoticed: is('invalid_dpop_proof'),
});
const fingerprint = (field: string): Probe => ({
  field,
  value: () => 'device',
  isNoticed: (answer, { siblings }) =>
    answer.body.data?.root?.bound === true || siblings.minted.some(({ fpr }) => fpr !== undefined),
});

const named = [needed('auth.user', 'ada@example.test'), needed('auth.id', makeAccount().id)];
const person = [...named, needed('auth.pass', password), code, compared('auth.client_id')];
const org = needed('auth.org', 'acme');
const authBinding = [dpop('auth.dpop'), htu('auth.htu', 'auth.dpop'), fingerprint('auth.fingerprint')];
const bareBinding = [dpop('dpop'), htu('htu', 'dpop'), fingerprint('fingerprint')];
const method: Probe = { field: 'auth.method', value: () => 'session', isNoticed: isIn };
const token: Probe = { field: 'auth.token', value: () => '', isNoticed: isIn };
const relay: Probe = { field: 'relay', value: () => '', isNoticed: isIn };

/** A route that a payload guards, and what a payload for it says. */
export interface PayloadRoute {
  readonly path: string;
  readonly purpose: RelayPurpose;
  readonly claims: Partial<RelayClaims>;
}

export interface FieldRow extends PayloadRoute {
  /** Read beside the payload: the table's row. */
  readonly reads: readonly Probe[];
  /** Read by a neighbour, and not here. */
  readonly ignores: readonly Probe[];
  /** Fields that stand in for no other: the request is as one that lacks the second. */
  readonly substitutes: readonly (readonly [field: string, wanted: string])[];
}

const ofOrg = { org: 'acme' };
const bySession = { method: 'session' };

const ofTokens = [unasked('auth.token'), unasked('auth.method', 'session')];
const ofPeople = ['auth.user', 'auth.id', 'auth.pass', 'auth.code'].map((field) => unasked(field));
const otherOrg = unasked('auth.org', 'other');
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
    reads: [token, method, compared('auth.client_id'), ...authBinding, ...bareBinding],
    ignores: [...ofPeople, otherOrg],
    substitutes: [...tokenSubstitutes, ...methodSubstitutes],
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
    reads: [token, method, org, compared('auth.client_id'), ...authBinding, ...bareBinding],
    ignores: ofPeople,
    substitutes: [...tokenSubstitutes, ...methodSubstitutes, ...orgSubstitutes],
  },
  {
    path: '/auth/signup',
    purpose: 'signup',
    claims: {},
    reads: [needed('auth.user', 'new@example.test'), needed('auth.pass', password), needed('name', 'New')],
    ignores: [
      ...authBinding,
      ...bareBinding,
      ...ofTokens,
      unasked('auth.id'),
      unasked('auth.code'),
      otherOrg,
    ],
    substitutes: [...personSubstitutes, ['auth.name', 'name']],
  },
  {
    path: '/oauth/client_credentials/issue',
    purpose: 'client_credentials',
    claims: { scope: 'email', aud_list: [audience] },
    reads: [
      ...['client_id', 'scope', 'aud'].map(compared),
      fingerprint('auth.fingerprint'),
      fingerprint('fingerprint'),
    ],
    ignores: [
      dpop('auth.dpop'),
      dpop('dpop'),
      compared('auth.client_id'),
      ...ofTokens,
      ...ofPeople,
      otherOrg,
    ],
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
      unasked('auth.method'),
      compared('auth.client_id'),
    ],
    substitutes: tokenSubstitutes,
  },
].map((row): FieldRow => ({ ...row, reads: [relay, ...row.reads] }) as FieldRow);

/** Whoever the table's requests are about. */
export function prepareWorld(world: World): void {
  world.accounts.add(makeAccount(), [acme]);
  world.clients.add(makeClient({ clientId: 'demo-backend', grantTypes: ['client_credentials'] }));
}
