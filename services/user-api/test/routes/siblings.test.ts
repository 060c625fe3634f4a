import { createHash } from 'node:crypto';
import { ApiError } from '@latchkey/contracts';
import { hashSecret } from '@latchkey/secrets';
import { request } from '@latchkey/testing';
import { generateSync } from 'otplib';
import type { Account, Membership } from '../../src/accounts/account.ts';
import { errors } from '../../src/errors.ts';
import type { MintRequest } from '../../src/sibling/sso.ts';
import { completeFields } from '../fields/complete-fields.ts';
import { addTestRecords, fieldTable } from '../fields/field-table.ts';
import {
  acme,
  admin,
  countLeft,
  fresh,
  issueApp,
  makeAccount,
  makeClient,
  openSession,
  password,
  totpSecret,
} from '../setup/accounts.ts';
import { createTestService, type TestService } from '../setup/create-test-service.ts';
import { prove } from '../setup/prove.ts';
import { principalsOf, recordCalls } from '../setup/record-calls.ts';
import { audience, startMs } from '../setup/signer.ts';

/** What this service asks of sso and drop, and what it does without them. */

const ada = makeAccount();
const ip = '192.0.2.1';
const payloadRoutes = fieldTable.filter(({ path }) => !path.includes('legacy'));
type PayloadRoute = (typeof payloadRoutes)[number];
let service: TestService;
beforeEach(async () => {
  service = createTestService();
  await addTestRecords(service);
});

const send = (path: string, fields: object) =>
  request(service.app).post(path).set('x-forwarded-for', ip).send(fields);

/** The request of a route, by whichever kind of payload. */
async function makeFields(row: PayloadRoute, isDrop: boolean): Promise<object> {
  const { relay, ...fields } = await completeFields(service, row);
  const deadDrop = service.siblings.deadDrop({ purpose: row.purpose, ...row.claims });
  return isDrop ? { ...fields, deadDrop } : { ...fields, relay };
}

const gone = () => Promise.reject(new ApiError(errors.unavailable, { retryAfterSeconds: 5 }));
const faults = {
  'sso, which keeps the relay': () => void service.siblings.down.add('sso'),
  'drop, which keeps the payload': () => void service.siblings.down.add('drop'),
  'the keys of payloads': () => void (service.context.verifyRelay = gone),
  'the keys of tokens': () => void (service.context.verifyAccessToken = gone),
  'sso’s signature': () => void (service.context.sso.mintToken = gone),
};
type Fault = keyof typeof faults;
const allFaults = Object.keys(faults) as Fault[];

function isMet(path: string, fault: Fault): boolean {
  if (fault === 'the keys of tokens') return path.endsWith('/exchange');
  return fault !== 'sso’s signature' || !/root-session|signup/.test(path);
}

describe('a dependency that is not there', () => {
  const cases = payloadRoutes.flatMap((row) =>
    allFaults.filter((fault) => isMet(row.path, fault)).map((fault) => [row.path, fault, row] as const),
  );

  test.each(cases)('503 at %s without %s, and nothing else happens', async (path, fault, row) => {
    const fields = await makeFields(row, fault.startsWith('drop'));
    const { sessions } = service.context;
    const { start } = sessions;
    let started = 0;
    sessions.start = (...made) => {
      started += 1;
      return start(...made);
    };
    faults[fault]();
    const { status, body, headers } = await send(path, fields);
    expect([status, body.code, headers['retry-after']]).toEqual([503, 'upstream_unavailable', '5']);
    expect([started, await service.credentials.issued(), await service.requestLog.entries()]).toEqual([
      0,
      [],
      [],
    ]);
    expect(await service.accounts.findByEmail('new@example.test')).toBeUndefined();
    expect(await countLeft(service, ip)).toEqual([60, 10, 100]);
  });
});

const deviceName = 'a device with a long name';

describe('what sso is asked to sign', () => {
  const fpr = createHash('sha256').update(deviceName).digest('base64url');
  const seconds = startMs / 1000;
  const usual: Partial<MintRequest> = {
    token_use: 'user',
    sub: ada.id,
    client_id: 'demo-backend',
    aud: [audience],
    scope: '',
    amr: ['password'],
    auth_time: seconds,
  };
  const owner: Membership = { ...acme, role: 'owner' };
  const asMember = { token_use: 'member', org: acme.orgId } as const;
  const code = () => generateSync({ secret: totpSecret, epoch: seconds });
  const totp = () => ({ totpSecret: service.secrets.seal(totpSecret, ada.id) });
  const requested = { scope: 'openid email', aud_list: ['https://drop.example.test', audience] };

  interface Case {
    readonly account?: () => Partial<Account>;
    readonly membership?: Membership;
    readonly route?: 'user' | 'member';
    readonly claims?: object;
    readonly fields?: () => object;
    readonly signed: Partial<MintRequest>;
  }
  const cases: Readonly<Record<string, Case>> = {
    'a user': { signed: {} },
    'an admin': { account: () => ({ kind: 'admin' }), signed: {} },
    'a member': { route: 'member', signed: { ...asMember, role: 'member' } },
    'an owner': { route: 'member', membership: owner, signed: { ...asMember, role: 'owner' } },
    'a person with a one-time code': {
      account: totp,
      fields: () => ({ 'auth.code': code() }),
      signed: { amr: ['password', 'totp'] },
    },
    'what the payload says': {
      claims: requested,
      signed: { scope: 'openid email', aud: requested.aud_list },
    },
    'an empty list of audiences': { claims: { aud_list: [] }, signed: {} },
    'a device': { fields: () => ({ 'auth.fingerprint': deviceName }), signed: { fpr } },
  };

  const login = async ({ route = 'user', claims, fields, account, membership = acme }: Case) => {
    await service.accounts.add(makeAccount(account?.()), [membership]);
    const org = route === 'member' ? { org: 'acme' } : {};
    const relay = service.siblings.relay({ purpose: `${route}_login`, ...org, ...claims });
    const person = { 'auth.user': ada.email, 'auth.pass': password, 'auth.org': 'acme' };
    return send(`/auth/${route}/login`, { relay, ...person, ...fields?.() });
  };

  test.each(Object.entries(cases))('200 at a login of %s', async (_name, one) => {
    const { body } = await login(one);
    const signed = { ...usual, ...one.signed, sid: body.data.session.id };
    expect(service.siblings.minted).toEqual([{ ...signed, fresh_sign_in: true }]);
  });

  test.each(Object.entries(cases))('200 later at an exchange of %s', async (_name, one) => {
    const { route = 'user', claims, signed } = one;
    const token: string = (await login(one)).body.data.root.token;
    service.clock.advance(600);
    const path = `/auth/${route}/exchange`;
    const org = route === 'member' ? { org: 'acme' } : {};
    const payload = {
      purpose: `${route}_exchange`,
      client_id: 'other',
      method: 'session',
      ...org,
      ...claims,
    } as const;
    const fields = { 'auth.token': token, 'auth.method': 'session', 'auth.org': 'acme' };
    const dpop = prove(service, { path, token });
    const bound = { 'auth.dpop': dpop, ...('fpr' in signed ? { 'auth.fingerprint': deviceName } : {}) };
    const { body } = await send(path, { relay: service.siblings.relay(payload), ...fields, ...bound });
    const { amr = ['password'] } = signed;
    expect(service.siblings.minted.slice(1)).toEqual([
      {
        ...usual,
        ...signed,
        client_id: 'other',
        sid: body.data.session.id,
        amr: [...amr, 'session'],
        jkt: expect.stringMatching(/^[\w-]{43}$/),
      },
    ]);
  });
});

const traceId = '0af7651916cd43dd8448eb211c80319c';
const sendTraced = (path: string, fields: object) =>
  send(path, fields).set('traceparent', `00-${traceId}-b7ad6b7169203331-01`);

describe('the trace and the principal of a request', () => {
  const mints = ({ path }: PayloadRoute) => (isMet(path, 'sso’s signature') ? [`mint ${traceId}`] : []);
  const principalOf = ({ purpose }: PayloadRoute) =>
    purpose === 'client_credentials' ? 'demo-backend' : ada.id;

  const kinds = ['relay', 'drop'] as const;
  test.each(payloadRoutes.flatMap((row) => kinds.map((kind) => [row.path, kind, row] as const)))(
    '200 at %s by a %s, siblings get the trace id, and the log names the principal',
    async (path, kind, row) => {
      const fields = await makeFields(row, kind === 'drop');
      const calls = recordCalls(service);
      service.logged.length = 0;
      expect((await sendTraced(path, fields)).status).toBe(200);
      expect(calls).toEqual([`${kind} ${traceId}`, ...mints(row)]);
      expect(principalsOf(service)).toEqual([row.purpose === 'signup' ? undefined : principalOf(row)]);
    },
  );

  test('200 at /auth/signup with a proven address, and the new account is the principal', async () => {
    const ctx = { email_verified: 'new@example.test' };
    const fields = { 'auth.user': 'new@example.test', 'auth.pass': password, name: 'New' };
    const { body } = await send('/auth/signup', {
      ...fields,
      relay: service.siblings.relay({ purpose: 'signup', ctx }),
    });
    expect(principalsOf(service)).toEqual([body.data.user.id]);
  });

  const ofDevice = () => Promise.resolve(service.siblings.signFamily({ sub: ada.id, sid: 'family' }));
  const ofPerson = (account: Account) => async () => (await openSession(service, account)).token;
  const ofApp = async () => {
    for (const clientId of ['client-a', 'target']) await service.clients.add(makeClient({ clientId }));
    await service.connections.add({ source: 'client-a', target: 'target', scopes: ['account'] });
    const token = service.signer.signToken({ sub: 'client-a', sid: 'issue', token_use: 'app' });
    service.siblings.active.add(token);
    return Promise.resolve(token);
  };
  const ofClient = async () => {
    const grantTypes = ['client_credentials'];
    const client = makeClient({ clientId: 'client-a', type: 'confidential', grantTypes });
    await service.clients.add(client, [{ hash: hashSecret(password), expiresAt: null }]);
    return (await issueApp(service, 'client-a')).token;
  };
  const newPassword = { 'auth.pass': password, new_password: 'a new long password' };

  test.each<[string, () => Promise<string>, object, string[], string]>([
    ['/session/me', ofDevice, {}, ['family'], ada.id],
    ['/session/logout', ofPerson(ada), {}, [], ada.id],
    ['/account/me/session/revoke_others', ofPerson(ada), {}, ['revoke'], ada.id],
    ['/account/me/password/change', ofPerson(ada), newPassword, ['mint', 'revoke'], ada.id],
    ['/admin/user/disable', ofPerson(admin), { user_id: ada.id }, ['revoke'], admin.id],
    ['/admin/user/reset_password', ofPerson(admin), { user_id: ada.id, ...fresh }, ['revoke'], admin.id],
    ['/account/me/client_password/change', ofClient, { 'auth.pass': password }, [], 'client-a'],
    ['/oauth/clients/connections/verify', ofApp, {}, ['vouch'], 'client-a'],
  ])(
    '200 at %s, siblings get the trace id, and the log names the principal',
    async (path, open, fields, names, id) => {
      await service.accounts.add(admin);
      const token = await open();
      const calls = recordCalls(service);
      expect((await sendTraced(path, { token, ...fields })).status).toBe(200);
      expect(calls).toEqual(names.map((name) => `${name} ${traceId}`));
      expect(principalsOf(service)).toEqual([id]);
    },
  );
});
