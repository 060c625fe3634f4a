import { request } from '@latchkey/testing';
import type { RelayPurpose } from '@latchkey/tokens';
import { acme, admin, bob, fresh, makeAccount, openSession, password, root } from '../setup/accounts.ts';
import { createTestService, type TestService } from '../setup/create-test-service.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';

const ada = makeAccount();
let service: TestService;
beforeEach(async () => {
  service = createTestService();
  for (const account of [ada, bob, admin, root]) await service.accounts.add(account);
});

const send = (path: string, fields: object) => request(service.app).post(path).send(fields);
const isLive = async (token: string) => (await send('/session/me', { token })).status === 200;

async function login(): Promise<{ token: string; sessionId: string; rootToken: string }> {
  const relay = service.siblings.relay({ scope: 'account' });
  const fields = { relay, 'auth.user': ada.email, 'auth.pass': password };
  const { data } = (await send('/auth/user/login', fields)).body;
  return { token: data.access_token, sessionId: data.session.id, rootToken: data.root.token };
}

async function exchange(rootToken: string): Promise<string> {
  const relay = service.siblings.relay({ purpose: 'user_exchange', client_id: 'other-client' });
  return (await send('/auth/user/exchange', { relay, 'auth.token': rootToken })).body.data.access_token;
}

describe('POST /session/logout', () => {
  test('200 and the session, its root and the root’s other children end with the next call', async () => {
    const { token, rootToken } = await login();
    const other = await exchange(rootToken);
    const { status, body } = await send('/session/logout', { token });
    expect([status, body.data]).toEqual([200, { ended: 3 }]);
    expect({ own: await isLive(token), other: await isLive(other) }).toEqual({ own: false, other: false });
    expect((await send('/session/logout', { token })).body.code).toBe('session_revoked');
  });

  test('200 and the root stays when another client opened it', async () => {
    const { token, rootToken } = await login();
    expect((await send('/session/logout', { token: await exchange(rootToken) })).body.data).toEqual({
      ended: 1,
    });
    expect(await isLive(token)).toBe(true);
  });

  test('200 for a device: its refresh family ends at sso, and its token here from the next call on', async () => {
    const [own, other] = ['one', 'two'].map((sid) => service.siblings.signFamily({ sub: ada.id, sid }));
    expect(await isLive(own!)).toBe(true);
    const { status, body } = await send('/session/logout', { token: own });
    expect([status, body.data]).toEqual([200, { ended: 1 }]);
    expect([...service.siblings.families.keys()]).toEqual([other]);
    expect([await isLive(own!), await isLive(other!)]).toEqual([false, true]);
    expect(await service.requestLog.entries()).toMatchObject([{ event: 'session.logout', userId: ada.id }]);
  });

  test('503 for a device while sso cannot be notified, and nothing has ended', async () => {
    const token = service.siblings.signFamily({ sub: ada.id, sid: 'one' });
    await isLive(token);
    service.siblings.down.add('sso');
    expect((await send('/session/logout', { token })).body.code).toBe('upstream_unavailable');
    service.siblings.down.clear();
    expect([await isLive(token), await service.requestLog.entries()]).toEqual([true, []]);
  });

  const lost = () => Promise.reject(new Error('Connection terminated'));
  const openDevice = () => service.siblings.signFamily({ sub: ada.id, sid: 'one' });

  test('503 for a device while the log takes no row, and nothing has ended', async () => {
    const token = openDevice();
    service.context.requestLog.add = lost;
    expect((await send('/session/logout', { token })).status).toBe(503);
    expect([await isLive(token), [...service.siblings.families.keys()]]).toEqual([true, [token]]);
  });

  test('200 for a device after a call that broke off between the row and the end', async () => {
    const token = openDevice();
    await isLive(token);
    const { remove } = service.context.requestLog;
    service.context.requestLog.remove = lost;
    service.siblings.down.add('sso');
    expect((await send('/session/logout', { token })).status).toBe(503);
    expect(await service.requestLog.entries()).toHaveLength(1);
    service.context.requestLog.remove = remove;
    service.siblings.down.clear();
    expect((await send('/session/logout', { token })).status).toBe(200);
    expect([service.siblings.families.size, (await service.requestLog.entries()).length]).toEqual([0, 2]);
  });
});

describe('POST /account/me/session/revoke and revoke_others', () => {
  const path = '/account/me/session/revoke';

  test.each<[string, (token: string) => Promise<string>]>([
    ['an unknown session', async () => crypto.randomUUID()],
    ['a text that is not an id', async () => 'nope'],
    [
      'a session that has ended',
      async (token) => {
        const { sessionId } = await openSession(service, ada);
        expect((await send(path, { token, session_id: sessionId })).body.data).toEqual({ ended: 1 });
        return sessionId;
      },
    ],
  ])('404 for %s', async (_name, makeId) => {
    const { token } = await openSession(service, ada);
    const { status, body } = await send(path, { token, session_id: await makeId(token) });
    expect([status, body.code, body.field]).toEqual([404, 'not_found', 'session_id']);
  });

  test('404 for a session of another account, which stays live', async () => {
    const { token } = await openSession(service, ada);
    const ofBob = await openSession(service, bob);
    const { status, body } = await send(path, { token, session_id: ofBob.sessionId });
    expect([status, body.code, body.field]).toEqual([404, 'not_found', 'session_id']);
    expect(await isLive(ofBob.token)).toBe(true);
  });

  test('200 for all others after a call that broke off when sso had ended its part', async () => {
    const [own, other] = [await openSession(service, ada), await openSession(service, ada)];
    const { revokeAll } = service.context.sessions;
    service.context.sessions.revokeAll = () => Promise.reject(new Error('Connection terminated'));
    expect((await send(`${path}_others`, { token: own.token })).status).toBe(503);
    expect([await isLive(other.token), await service.requestLog.entries()]).toEqual([true, []]);
    service.context.sessions.revokeAll = revokeAll;
    expect((await send(`${path}_others`, { token: own.token })).body.data).toEqual({ ended: 1 });
    expect([await isLive(other.token), (await service.requestLog.entries()).length]).toEqual([false, 1]);
  });
});

describe('POST /account/me/session/revoke_others and the devices', () => {
  const path = '/account/me/session/revoke_others';
  const openDevice = (sid: string, { id: sub } = ada) => service.siblings.signFamily({ sub, sid });

  test('200 and every other device ends, of the caller alone', async () => {
    const { token } = await login();
    openDevice('one');
    openDevice('two');
    const ofBob = openDevice('three', bob);
    expect((await send(path, { token })).body.data).toEqual({ ended: 2 });
    expect([...service.siblings.families.keys()]).toEqual([ofBob]);
  });

  test('200 from a device, which alone stays', async () => {
    const { token } = await login();
    const own = openDevice('one');
    openDevice('two');
    expect((await send(path, { token: own })).body.data).toEqual({ ended: 3 });
    expect([...service.siblings.families.keys()]).toEqual([own]);
    expect([await isLive(own), await isLive(token)]).toEqual([true, false]);
  });

  test('503 while sso cannot be notified, and nothing has ended', async () => {
    const [{ token }, other] = [await login(), await login()];
    service.siblings.down.add('sso');
    expect((await send(path, { token })).body.code).toBe('upstream_unavailable');
    expect(await isLive(other.token)).toBe(true);
  });
});

describe('a member token', () => {
  const memberLogin = async () => {
    const relay = service.siblings.relay({ purpose: 'member_login', org: 'acme', scope: 'account' });
    const fields = { relay, 'auth.user': ada.email, 'auth.pass': password, 'auth.org': 'acme' };
    const { data } = (await send('/auth/member/login', fields)).body;
    return { token: data.access_token as string, sessionId: data.session.id as string };
  };
  beforeEach(async () => await service.accounts.add(ada, [acme]));

  test('404 for a session of the person that does not speak for the org, which stays live', async () => {
    const [own, member, other] = [await login(), await memberLogin(), await memberLogin()];
    const path = '/account/me/session/revoke';
    const { status, body } = await send(path, { token: member.token, session_id: own.sessionId });
    expect([status, body.code]).toEqual([404, 'not_found']);
    expect(await isLive(own.token)).toBe(true);
    const ended = await send(path, { token: member.token, session_id: other.sessionId });
    expect([ended.status, await isLive(other.token)]).toEqual([200, false]);
  });

  test('200 and the other sessions of the org end, but neither those of the person nor devices', async () => {
    const [own, member, other] = [await login(), await memberLogin(), await memberLogin()];
    const device = service.siblings.signFamily({ sub: ada.id, sid: 'one' });
    const { body } = await send('/account/me/session/revoke_others', { token: member.token });
    expect(body.data).toEqual({ ended: 2 });
    const live = await Promise.all([own, member, other, { token: device }].map(({ token }) => isLive(token)));
    expect(live).toEqual([true, true, false, true]);
  });

  test.each([
    ['/account/me/password/change', { 'auth.pass': password, new_password: 'a new long password' }],
    ['/account/me/totp/begin', {}],
    ['/account/me/totp/confirm', { 'auth.pass': password, 'auth.code': '000000' }],
    ['/account/me/totp/disable', { 'auth.pass': password, 'auth.code': '000000' }],
  ])('403 at %s, which is for the person alone', async (path, fields) => {
    const { token } = await memberLogin();
    const { status, body } = await send(path, { token, ...fields });
    expect([status, body.code]).toEqual([403, 'forbidden']);
  });
});

describe('POST /admin/session/revoke', () => {
  const path = '/admin/session/revoke';

  test.each([
    ['a user', ada, bob, undefined],
    ['an admin, of a root', admin, root, 'session_id'],
    ['an admin, of their own', admin, admin, 'session_id'],
  ])('403 for %s', async (_name, caller, owner, field) => {
    const [{ token }, other] = [await openSession(service, caller), await openSession(service, owner)];
    const { status, body } = await send(path, { token, session_id: other.sessionId });
    expect([status, body.code, body.field]).toEqual([403, 'forbidden', field]);
    expect(await isLive(other.token)).toBe(true);
  });

  test('404 for an unknown session', async () => {
    const { token } = await openSession(service, admin);
    expect((await send(path, { token, session_id: crypto.randomUUID() })).body.code).toBe('not_found');
  });
});

/** What ada asks for, in the middle of which something happens that ends her sessions. */
const openings = {
  'user/login': () => withPassword('user_login'),
  'user/root-session': () => withPassword('user_root_session'),
  'user/exchange': () => withToken('user_exchange'),
  'member/login': () => withPassword('member_login', acme.orgSlug),
  'member/root-session': () => withPassword('member_root_session', acme.orgSlug),
  'member/exchange': () => withToken('member_exchange', acme.orgSlug),
};

function withPassword(purpose: RelayPurpose, org?: string) {
  const relay = service.siblings.relay({ purpose, ...(org && { org }) });
  return Promise.resolve({ relay, 'auth.user': ada.email, 'auth.pass': password, 'auth.org': org });
}

async function withToken(purpose: RelayPurpose, org?: string) {
  const { rootToken } = await login();
  const relay = service.siblings.relay({ purpose, ...(org && { org }) });
  return { relay, 'auth.token': rootToken, 'auth.org': org };
}

const asAdmin = async (path: string, fields: object) => {
  const { token } = await openSession(service, admin);
  expect((await send(`/admin/${path}`, { token, ...fresh, ...fields })).status).toBe(200);
};
const ends = {
  'its password is reset': () => asAdmin('user/reset_password', { user_id: ada.id }),
  'it is disabled': () => asAdmin('user/disable', { user_id: ada.id }),
  'its member is removed': async () => {
    await service.accounts.setMemberships(ada.id, []);
    return Promise.resolve();
  },
  'its root session ends': async () => {
    const revoked = service.context.sessions.revokeAll(ada.id, makeLogEntry());
    expect(await revoked).not.toEqual([]);
  },
};

test.each(
  (Object.keys(openings) as (keyof typeof openings)[]).flatMap((name) =>
    (Object.keys(ends) as (keyof typeof ends)[])
      .filter((end) => name.startsWith('member/') || end !== 'its member is removed')
      .filter((end) => name.endsWith('/exchange') || end !== 'its root session ends')
      .map((end) => [name, end] as const),
  ),
)('401 for a %s of an account when %s meanwhile, and it leaves no session', async (name, end) => {
  // A change of that very second has been there before.
  await service.accounts.add({ ...ada, tokensValidAfter: new Date(service.clock.now()) }, [acme]);
  service.clock.advance(0.001);
  const { sessions } = service.context;
  const fields = await openings[name]();
  const { start } = sessions;
  const opened: string[] = [];
  sessions.start = async (made, opening) => {
    sessions.start = start;
    await ends[end]();
    opened.push(...made.map(({ id }) => id));
    return start(made, opening);
  };
  const { status, body } = await send(`/auth/${name}`, fields);
  const code = name.endsWith('/exchange') ? 'token_invalid' : 'invalid_credentials';
  expect([status, body.code]).toEqual([401, code]);
  expect(opened).toHaveLength(name.endsWith('/login') ? 2 : 1);
  await service.accounts.setMemberships(ada.id, [acme]);
  const find = (id: string) => sessions.findLive(id, new Date(service.clock.now()));
  expect(await Promise.all(opened.map(find))).toEqual(opened.map(() => undefined));
});
