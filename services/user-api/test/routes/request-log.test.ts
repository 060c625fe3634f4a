import { hashSecret } from '@latchkey/secrets';
import { request } from '@latchkey/testing';
import { ssoClientId } from '@latchkey/tokens';
import { generateSync } from 'otplib';
import { purposeEvents } from '../../src/request-log/log-event.ts';
import type { LogEntry } from '../../src/request-log/request-log.ts';
import { accountName } from '../../src/signing-in/attempt/counters.ts';
import {
  acme,
  addConnectedClients,
  admin,
  fresh,
  issueApp,
  makeAccount,
  makeClient,
  openSession,
  password,
  totpSecret,
  useUp,
} from '../setup/accounts.ts';
import { createTestService, serviceKey, type TestService } from '../setup/create-test-service.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';
import { startMs } from '../setup/signer.ts';

/**
 * The one row of each credential check and each change of a session, factor or account. Rows are compared whole, so
 * that nothing else, such as a secret, is in them.
 */

const ada = makeAccount();
const secret = 'the secret of the demo backend';
const code = generateSync({ secret: totpSecret, epoch: startMs / 1000 });
const ip = '192.0.2.1';
const [userId, orgId, clientId, actorId] = [ada.id, acme.orgId, 'demo-backend', admin.id];
let service: TestService;
beforeEach(async () => {
  service = createTestService();
  await service.accounts.add(admin);
  await addConnectedClients(service);
  const client = makeClient({ clientId, type: 'confidential', grantTypes: ['client_credentials'] });
  await service.clients.add(client, [{ hash: hashSecret(secret), expiresAt: null }]);
  await service.accounts.add(ada, [acme]);
});

type Row = Partial<LogEntry>;
const failed = (failure: string): Row => ({ outcome: 'failure', code: failure });
const from = { ip: '203.0.113.5', user_agent: 'Browser' };
const ofPerson = { ip: from.ip, userAgent: from.user_agent };

const send = (path: string, fields: object) =>
  request(service.app)
    .post(path)
    .set({ 'user-agent': 'Agent', 'x-forwarded-for': ip, authorization: `Bearer ${serviceKey}` })
    .send(fields);

/** Sends the request; it writes one row, which has these values and the defaults of a row without an account. */
async function expectRow(path: string, fields: object, row: Row): Promise<void> {
  await service.requestLog.clear();
  const { status } = await send(path, fields);
  expect(status === 200).toBe((row.code ?? null) === null || row.event === 'user.signup');
  const made = { id: expect.any(String), ip, userAgent: 'Agent', createdAt: new Date(startMs) };
  expect(await service.requestLog.entries()).toEqual([makeLogEntry({ ...made, ...row })]);
}

const good = { 'auth.user': ada.email, 'auth.pass': password, 'auth.org': 'acme' };
const withTotp = async () =>
  await service.accounts.add({ ...ada, totpSecret: service.secrets.seal(totpSecret, userId) }, [acme]);

interface Outcome {
  readonly prepare?: () => unknown;
  readonly fields?: object;
  readonly claims?: object;
  readonly row?: Row;
}
const signInOutcomes: Readonly<Record<string, Outcome>> = {
  'a right password': {},
  'a person elsewhere': { claims: from, row: ofPerson },
  'a person elsewhere and a wrong password': {
    claims: from,
    fields: { 'auth.pass': 'wrong' },
    row: { ...ofPerson, ...failed('invalid_credentials') },
  },
  'a name that nobody has': {
    fields: { 'auth.user': 'nobody@example.test' },
    row: { userId: null, ...failed('invalid_credentials') },
  },
  'too many failures': {
    async prepare() {
      await useUp(
        service.context,
        service.context.counterOf('accountAndNetwork', accountName(ada), `client ${clientId}`),
      );
    },
    row: failed('throttled'),
  },
  'no code': { prepare: withTotp, row: failed('mfa_required') },
  'a code': { prepare: withTotp, fields: { 'auth.code': code }, row: { method: 'password+totp' } },
  'too many codes': {
    async prepare() {
      await withTotp();
      await useUp(service.context, service.context.counterOf('manyCodes', userId));
    },
    fields: { 'auth.code': code },
    row: failed('throttled'),
  },
};

describe.each(['user_login', 'user_root_session', 'member_login', 'member_root_session'] as const)(
  '%s',
  (purpose) => {
    const org = purpose.startsWith('member') ? { org: 'acme' } : {};
    const path = `/auth/${purpose.replace('_', '/').replace('_', '-')}`;
    const event = purposeEvents[purpose];

    test.each(Object.entries(signInOutcomes))('one row for %s', async (_name, outcome) => {
      await outcome.prepare?.();
      const { claims, fields, row = {} } = outcome;
      const relay = service.siblings.relay({ purpose, ...org, ...claims });
      const known = { event, userId, clientId, method: 'password' } as const;
      const own = 'org' in org && row.code === undefined ? { orgId } : {};
      await expectRow(path, { relay, ...good, ...fields }, { ...known, ...own, ...row });
    });
  },
);

const exchangeOutcomes: Readonly<Record<string, Outcome>> = {
  'a live source': {},
  'a person elsewhere': { claims: from, row: ofPerson },
  'a token that is none': {
    fields: { 'auth.token': 'nope' },
    row: { userId: null, ...failed('token_invalid') },
  },
  'a proof that is none': { fields: { 'auth.dpop': 'nope' }, row: failed('invalid_dpop_proof') },
  'a factor that was not shown': {
    claims: { method: 'password+totp' },
    fields: { 'auth.method': 'password+totp' },
    row: { method: 'password+totp', ...failed('payload_mismatch') },
  },
};
const memberOutcomes: typeof exchangeOutcomes = {
  ...exchangeOutcomes,
  'somebody who is no member': {
    prepare: async () => await service.accounts.setMemberships(userId, []),
    row: failed('invalid_credentials'),
  },
};

describe.each([
  ['user_exchange', exchangeOutcomes],
  ['member_exchange', memberOutcomes],
] as const)('%s', (purpose, outcomes) => {
  test.each(Object.entries(outcomes))(
    'one row for %s',
    async (_name, { prepare, claims, fields, row = {} }) => {
      await prepare?.();
      const isMember = purpose === 'member_exchange';
      const method = 'session';
      const relay = service.siblings.relay({ purpose, method, ...(isMember && { org: 'acme' }), ...claims });
      const { token } = await openSession(service, ada);
      const requested = { relay, 'auth.token': token, 'auth.method': method, 'auth.org': 'acme', ...fields };
      const known = { event: purposeEvents[purpose], userId, clientId, method } as const;
      const own = isMember && row.code === undefined ? { orgId } : {};
      await expectRow(`/auth/${purpose.replace('_', '/')}`, requested, { ...known, ...own, ...row });
    },
  );
});

const newcomer = (claims: object = {}) => ({
  relay: service.siblings.relay({ purpose: 'signup', ...claims }),
  'auth.user': 'new@example.test',
  'auth.pass': password,
  name: 'New',
});
const asPerson =
  (account: typeof ada, fields: () => object | Promise<object> = () => ({})) =>
  async () => ({ token: (await openSession(service, account)).token, ...(await fields()) });
const asAdmin = (fields: object = { user_id: userId }) => asPerson(admin, () => ({ ...fresh, ...fields }));
async function asSession(account: typeof ada, owner: typeof ada) {
  const { token } = await openSession(service, account);
  return { token, session_id: (await openSession(service, owner)).sessionId };
}
async function asApp(fields: object) {
  return { token: (await issueApp(service, clientId)).token, ...fields };
}
async function asRoot() {
  const relay = service.siblings.relay({ purpose: 'user_root_session', client_id: ssoClientId });
  const { body } = await send('/auth/user/root-session', { relay, ...good });
  return { token: body.data.root.token, ...from };
}
const waiting = async () => {
  const totpPending = service.secrets.seal(totpSecret, userId);
  await service.accounts.add({ ...ada, totpPending }, [acme]);
  return { 'auth.pass': password, 'auth.code': code };
};
const confirmed = async () => {
  await withTotp();
  return { 'auth.pass': password, 'auth.code': code };
};
const change = { 'auth.pass': password, new_password: 'a new long password' };
const wrongChange = { ...change, 'auth.pass': 'wrong' };
const member = { org: 'acme', email: ada.email };
const passwordCheck = { event: 'account.password_check', method: 'password', userId } as const;
const totpCheck = { event: 'account.totp_check', method: 'totp', userId } as const;
const wrongSecret = () => asApp({ 'auth.pass': 'wrong' });
/** As an admin, once something has been made that the request is about. */
const asAdminAfter = (prepare: () => unknown, fields?: object) => async () => {
  await prepare();
  return asAdmin(fields)();
};
const apiId = '00000000-0000-4000-8000-0000000000a1';
const withApi = async () => {
  const times = { archivedAt: null, createdAt: new Date(0), updatedAt: new Date(0) };
  await service.apis.add({
    id: apiId,
    audience: 'https://a.test',
    name: 'A',
    clientId: null,
    scopes: [],
    ...times,
  });
};
const disableAda = async () => {
  await service.accounts.add({ ...ada, status: 'disabled' });
  // The operator's token is of a client of somebody else.
  await service.clients.add(makeClient({ clientId: 'demo-cli', ownerId: actorId, grantTypes: ['relay'] }));
};

/** The row of an operator's act, and of an act of the person's own. */
const byAdmin = (event: LogEntry['event'], more: Row = { userId }): Row => ({ event, actorId, ...more });
const own = (event: LogEntry['event']): Row => ({ event, userId });
const wrong = failed('invalid_credentials');
const inOrg = { userId, orgId };
const withCode = (fields: () => Promise<object>) => async () => ({
  ...(await fields()),
  'auth.code': '000000',
});
const asRootAdmin = async () => {
  await service.accounts.add({ ...admin, kind: 'root' });
  return asAdmin({ user_id: userId, kind: 'admin' })();
};
const known = () => ({ ...newcomer(from), 'auth.user': ada.email });
const issue = () => ({ relay: service.siblings.relay({ purpose: 'client_credentials' }) });
const someId = expect.any(String);
const atNewApi = { audience: 'https://api.example.test', name: 'New' };

test.each<[string, string, () => object | Promise<object>, Row]>([
  ['/auth/signup', 'a new address', newcomer, { event: 'user.signup', userId: someId, clientId }],
  [
    '/auth/signup',
    'a known address',
    known,
    { event: 'user.signup', clientId, ...ofPerson, ...failed('already_exists') },
  ],
  ['/oauth/client_credentials/issue', 'a client', issue, { event: 'client_credentials.issue', clientId }],
  ['/session/logout', 'a client', asPerson(ada), { ...own('session.logout'), clientId: 'demo-cli' }],
  [
    '/internal/v1/root-sessions/revoke',
    'a browser',
    asRoot,
    { ...own('session.logout'), clientId: ssoClientId, ...ofPerson },
  ],
  ['/account/me/session/revoke', 'a session', () => asSession(ada, ada), own('session.revoke')],
  ['/account/me/session/revoke_others', 'the rest', asPerson(ada), own('session.revoke_others')],
  ['/admin/session/revoke', 'a session', () => asSession(admin, ada), byAdmin('admin.session.revoke')],
  ['/account/me/password/change', 'a person', asPerson(ada, () => change), own('password.change')],
  [
    '/account/me/password/change',
    'a wrong password',
    asPerson(ada, () => wrongChange),
    { ...passwordCheck, ...wrong },
  ],
  ['/account/me/totp/confirm', 'a code', asPerson(ada, waiting), own('totp.confirm')],
  ['/account/me/totp/confirm', 'a wrong code', asPerson(ada, withCode(waiting)), { ...totpCheck, ...wrong }],
  ['/account/me/totp/disable', 'a code', asPerson(ada, confirmed), own('totp.disable')],
  [
    '/account/me/totp/disable',
    'a wrong code',
    asPerson(ada, withCode(confirmed)),
    { ...totpCheck, ...wrong },
  ],
  [
    '/account/me/client_password/change',
    'a client',
    () => asApp({ 'auth.pass': secret }),
    { event: 'client_password.change', clientId },
  ],
  [
    '/account/me/client_password/change',
    'a wrong secret',
    wrongSecret,
    { event: 'client.secret_check', clientId, ...wrong },
  ],
  ['/admin/user/set_kind', 'an account', asRootAdmin, byAdmin('admin.user.set_kind')],
  ['/admin/user/disable', 'an account', asAdmin(), byAdmin('admin.user.disable')],
  ['/admin/user/enable', 'an account', asAdminAfter(disableAda), byAdmin('admin.user.enable')],
  ['/admin/user/reset_totp', 'an account', asAdminAfter(withTotp), byAdmin('admin.user.reset_totp')],
  ['/admin/user/reset_password', 'an account', asAdmin(), byAdmin('admin.user.reset_password')],
  ['/admin/api/create', 'an API', asAdmin(atNewApi), byAdmin('admin.api.create', {})],
  ['/admin/api/update', 'an API', asAdminAfter(withApi, { api_id: apiId }), byAdmin('admin.api.update', {})],
  [
    '/admin/api/archive',
    'an API',
    asAdminAfter(withApi, { api_id: apiId }),
    byAdmin('admin.api.archive', {}),
  ],
  [
    '/admin/org/create',
    'an org',
    asAdmin({ slug: 'new', name: 'New' }),
    byAdmin('admin.org.create', { orgId: someId }),
  ],
  [
    '/admin/org/member_add',
    'a member',
    asAdmin({ ...member, role: 'owner' }),
    byAdmin('admin.org.member_add', inOrg),
  ],
  ['/admin/org/member_remove', 'a member', asAdmin(member), byAdmin('admin.org.member_remove', inOrg)],
])('%s: one row for %s', async (path, _what, makeFields, row) => {
  await expectRow(path, await makeFields(), row);
});
