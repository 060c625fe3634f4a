import type { Counter } from '@latchkey/attempts';
import { usualSettings } from '@latchkey/contracts';
import type { Account } from '../../src/accounts/account.ts';
import { installation, type Client } from '../../src/clients/client.ts';
import type { Credential } from '../../src/clients/credential.ts';
import type { NewSession } from '../../src/sessions/session-store.ts';
import { accountName } from '../../src/signing-in/attempt/counters.ts';
import { networkPlace } from '../../src/signing-in/attempt/place.ts';
import type { TestService } from './create-test-service.ts';
import { makeLogEntry } from './make-log-entry.ts';
import { startMs } from './signer.ts';

export const password = 'correct horse battery';
/** What an operator without one-time codes shows again for an act that gives power. */
export const fresh = { 'auth.pass': password };
export const totpSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

/** An active user with a password, unless a test says otherwise. */
export function makeAccount(changes: Partial<Account> = {}): Account {
  return {
    id: '11111111-1111-4111-8111-111111111111',
    email: 'ada@example.test',
    emailVerifiedAt: new Date(startMs),
    name: 'Ada',
    kind: 'user',
    status: 'active',
    locale: null,
    passwordHash: `hash of ${password}`,
    firstPasswordUntil: null,
    deviceSignIn: true,
    totpSecret: null,
    totpPending: null,
    tokensValidAfter: null,
    keptFamilyId: null,
    keptValidAfter: changes.tokensValidAfter ?? null,
    ...changes,
  };
}

/** Others than {@link makeAccount}'s: a person, and operators of both kinds. */
export const bob = makeAccount({ id: '22222222-2222-4222-8222-222222222222', email: 'bob@example.test' });
export const admin = makeAccount({
  id: '33333333-3333-4333-8333-333333333333',
  email: 'c@example.test',
  kind: 'admin',
});
export const root = makeAccount({
  id: '44444444-4444-4444-8444-444444444444',
  email: 'd@example.test',
  kind: 'root',
});

export const acme = {
  orgId: '99999999-9999-4999-8999-999999999999',
  orgSlug: 'acme',
  role: 'member',
} as const;

/** An active public client of {@link makeAccount}'s user, unless a test says otherwise. */
export function makeClient(changes: Partial<Client> = {}): Client {
  return {
    clientId: 'client-a',
    name: 'Client A',
    type: 'public',
    status: 'active',
    archivedAt: null,
    ownerKind: 'user',
    ownerId: '11111111-1111-4111-8111-111111111111',
    verified: false,
    tokenEndpointAuthMethod: 'none',
    grantTypes: ['device_code'],
    scopes: ['openid'],
    defaultScopes: ['openid'],
    audiences: ['https://drop.example.test'],
    defaultAudiences: ['https://drop.example.test'],
    ...usualSettings,
    secretRotatedAt: null,
    createdAt: new Date(startMs),
    updatedAt: new Date(startMs),
    ...changes,
  };
}

/** A child session that began at the start of the tests' clock, unless a test says otherwise. */
export function makeSession(changes: Partial<NewSession> & Pick<NewSession, 'id' | 'userId'>): NewSession {
  const at = changes.createdAt ?? new Date(startMs);
  return {
    kind: 'client',
    rootId: null,
    sourceId: null,
    tokenHash: null,
    orgId: null,
    clientId: 'demo-cli',
    amr: ['password'],
    authTime: at,
    jkt: null,
    fingerprint: null,
    ip: '192.0.2.1',
    userAgent: 'test',
    createdAt: at,
    lastSeenAt: at,
    expiresAt: new Date(at.getTime() + 30 * 24 * 3600 * 1000),
    tokensValidAfter: null,
    ...changes,
  };
}

/** A token of a live child session of that account. */
export async function openSession(
  service: TestService,
  account: Account,
): Promise<{ token: string; sessionId: string }> {
  const sessionId = service.context.newId();
  const createdAt = new Date(service.clock.now());
  const { tokensValidAfter = null } = (await service.accounts.findById(account.id)) ?? {};
  await service.sessions.add(makeSession({ id: sessionId, userId: account.id, createdAt, tokensValidAfter }));
  return {
    token: service.signer.signToken({ sub: account.id, sid: sessionId, pk: account.kind }),
    sessionId,
  };
}

/** A credential of an app, which is good for a quarter of an hour unless a test says otherwise, and its token. */
export async function issueApp(
  { credentials, clock, context, signer }: TestService,
  clientId: string,
  changes: Partial<Credential> = {},
): Promise<{ readonly id: string; readonly token: string }> {
  const at = clock.now();
  const times = { createdAt: new Date(at), expiresAt: new Date(at + 900_000) };
  const bare = { scopes: [], audiences: [], fingerprint: null, jkt: null };
  const credential = { id: context.newId(), clientId, ...bare, ...times, ...changes };
  await credentials.add(credential, makeLogEntry());
  const { id } = credential;
  return { id, token: signer.signToken({ sub: clientId, client_id: clientId, sid: id, token_use: 'app' }) };
}

/** Adds the usual clients of relays and of {@link openSession}; a token of the latter may be exchanged for the former. */
export async function addConnectedClients({ clients, connections }: TestService): Promise<void> {
  await clients.add(makeClient({ clientId: 'demo-cli', ...installation, grantTypes: ['relay'] }));
  await clients.add(
    makeClient({ clientId: 'demo-backend', ...installation, grantTypes: ['client_credentials', 'relay'] }),
  );
  await connections.add({ source: 'demo-cli', target: 'demo-backend', scopes: ['account'] });
}

/** Holds every slot that is left of a counter, and answers how many there were. */
export async function useUp({ attempts }: TestService['context'], counter: Counter): Promise<number> {
  let held = 0;
  while ((await attempts.hold([counter], crypto.randomUUID())) === 0) held += 1;
  return held;
}

/** Fails until one of the counters is full, or this number of times, as that many requests do; how often. */
export async function failUp(
  { attempts }: TestService['context'],
  counters: readonly Counter[],
  most = Infinity,
): Promise<number> {
  for (let failed = 0; ; failed += 1) {
    if (failed === most) return failed;
    const slot = crypto.randomUUID();
    if ((await attempts.hold(counters, slot)) !== 0) return failed;
    await attempts.keep(counters, slot);
  }
}

/** How many slots are left in each budget that a request of the usual account from `ip` holds. */
export function countLeft({ context }: TestService, ip: string): Promise<number[]> {
  const { counterOf, networkOf } = context;
  const [name, network] = [accountName(makeAccount()), networkOf(ip)];
  const counters = [
    ...networkPlace(context, ip).counters,
    counterOf('accountAndNetwork', name, network),
    counterOf('account', name),
  ];
  return Promise.all(counters.map((counter) => useUp(context, counter)));
}
