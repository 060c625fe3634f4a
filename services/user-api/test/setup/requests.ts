import { request } from '@latchkey/testing';
import type { RelayClaims } from '@latchkey/tokens';
import { acme, addConnectedClients, bob, makeAccount, openSession, password } from './accounts.ts';
import { createTestService } from './create-test-service.ts';

interface Sample {
  /** Of the relay that comes with it; a route of base authentication has none. */
  readonly claims?: Partial<RelayClaims>;
  readonly fields: object;
}

const person = { 'auth.user': 'ada@example.test', 'auth.pass': password };
const newcomer = { 'auth.user': 'new@example.test', 'auth.pass': password, name: 'New' };
const ofAcme = { 'auth.org': 'acme' };

/** A request that is let in, for each route that a payload guards or that asks for the password. */
const samples = {
  '/auth/user/login': { claims: { purpose: 'user_login' }, fields: person },
  '/auth/user/root-session': { claims: { purpose: 'user_root_session' }, fields: person },
  '/auth/member/login': {
    claims: { purpose: 'member_login', org: 'acme' },
    fields: { ...person, ...ofAcme },
  },
  '/auth/member/root-session': {
    claims: { purpose: 'member_root_session', org: 'acme' },
    fields: { ...person, ...ofAcme },
  },
  '/auth/legacy/login': { claims: { purpose: 'user_login' }, fields: person },
  '/auth/user/exchange': { claims: { purpose: 'user_exchange' }, fields: {} },
  '/auth/member/exchange': { claims: { purpose: 'member_exchange', org: 'acme' }, fields: ofAcme },
  '/auth/legacy/member_exchange': { claims: { purpose: 'member_exchange', org: 'acme' }, fields: {} },
  '/auth/signup': { claims: { purpose: 'signup' }, fields: newcomer },
  '/oauth/client_credentials/issue': { claims: { purpose: 'client_credentials' }, fields: {} },
  '/account/me/password/change': { fields: { 'auth.pass': password, new_password: 'a new long password' } },
  '/account/me/totp/confirm': { fields: { 'auth.pass': password, 'auth.code': '000000' } },
  '/account/me/totp/disable': { fields: { 'auth.pass': password, 'auth.code': '000000' } },
} as const satisfies Record<string, Sample>;

export type SamplePath = keyof typeof samples;

export const loginPaths = [
  '/auth/user/login',
  '/auth/user/root-session',
  '/auth/member/login',
  '/auth/member/root-session',
  '/auth/legacy/login',
] as const satisfies readonly SamplePath[];

export const exchangePaths = [
  '/auth/user/exchange',
  '/auth/member/exchange',
  '/auth/legacy/member_exchange',
] as const satisfies readonly SamplePath[];

export const confirmPaths = [
  '/account/me/password/change',
  '/account/me/totp/confirm',
  '/account/me/totp/disable',
] as const satisfies readonly SamplePath[];

/** Who sends a request, and what its relay says beside the sample. */
interface From {
  readonly ip?: string;
  readonly userAgent?: string;
  /** Undefined for what the relay does not say. */
  readonly claims?: { readonly [Name in keyof RelayClaims]?: RelayClaims[Name] | undefined };
}

/** A service that sso's page asks for people of the address that it is asked from, with Ada, who is a member of acme and signed in, Bob, and the client of the relays. */
export async function createServiceWithAccounts() {
  const service = createTestService({ legacyAuth: 'on' });
  const ada = makeAccount();
  await service.accounts.add(ada, [acme]);
  await service.accounts.add(bob);
  await addConnectedClients(service);
  const { token } = await openSession(service, ada);
  const claimsOf = (path: SamplePath): Partial<RelayClaims> | undefined => {
    const sample: Sample = samples[path];
    return sample.claims;
  };
  return {
    service,
    ada,
    bob,
    token,
    claimsOf,
    /** The sample of a route with these fields in their place. */
    send(path: SamplePath, fields: object = {}, { ip = '192.0.2.1', userAgent = '', claims }: From = {}) {
      const own = claimsOf(path);
      const relay =
        own &&
        service.siblings.relay({ ip, user_agent: userAgent, ...own, ...(claims as Partial<RelayClaims>) });
      return request(service.app)
        .post(path)
        .set({ 'x-forwarded-for': ip, 'user-agent': userAgent })
        .send({ relay, 'auth.token': token, ...samples[path].fields, ...fields });
    },
  };
}

export type ServiceWithAccounts = Awaited<ReturnType<typeof createServiceWithAccounts>>;
