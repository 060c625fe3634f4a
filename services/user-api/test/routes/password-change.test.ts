import { createHash } from 'node:crypto';
import { ApiError } from '@latchkey/contracts';
import { request } from '@latchkey/testing';
import type { AccessTokenClaims } from '@latchkey/tokens';
import { acme, makeAccount, openSession, password } from '../setup/accounts.ts';
import { createTestService, type TestService } from '../setup/create-test-service.ts';
import { proofJkt, prove } from '../setup/prove.ts';
import { audience } from '../setup/signer.ts';

const ada = makeAccount();
let service: TestService;
let token: string;
beforeEach(async () => {
  service = createTestService();
  await service.accounts.add(ada);
  token = (await openSession(service, ada)).token;
});

const send = (path: string, fields: object = {}) =>
  request(service.app)
    .post(path)
    .send({ token, ...fields });
const isLive = async (one: string) => (await send('/session/me', { token: one })).status === 200;
const login = (pass: string) =>
  send('/auth/user/login', {
    relay: service.siblings.relay({ ip: '127.0.0.1' }),
    'auth.user': ada.email,
    'auth.pass': pass,
  });

describe('POST /account/me/password/change', () => {
  const path = '/account/me/password/change';
  const good = { 'auth.pass': password, new_password: 'a new long password' };

  test('200: the new password counts, the old one does not, and all other sessions end', async () => {
    const other = (await openSession(service, ada)).token;
    service.clock.advance(1);
    const { status, body } = await send(path, good);
    expect([status, body.data]).toEqual([
      200,
      { token_type: 'Bearer', access_token: expect.any(String), expires_in: 900, ended: 1 },
    ]);
    expect(await isLive(body.data.access_token)).toBe(true);
    expect([await isLive(token), await isLive(other)]).toEqual([false, false]);
    expect((await login(password)).status).toBe(401);
    expect((await login('a new long password')).status).toBe(200);
    expect((await service.requestLog.entries())[0]).toMatchObject({
      event: 'password.change',
      userId: ada.id,
    });
  });

  test.each(['cafe\u0301 correct horse', 'caf\u00E9 correct horse'])(
    '400 for the old password as the new one, %j, and nothing ends',
    async (typed) => {
      const old = 'caf\u00E9 correct horse';
      await service.accounts.add({ ...ada, passwordHash: `hash of ${old}` });
      const { status, body } = await send(path, { 'auth.pass': old, new_password: typed });
      expect([status, body.code, body.field]).toEqual([400, 'invalid_value', 'new_password']);
      expect([await isLive(token), (await login(old)).status]).toEqual([true, 200]);
    },
  );

  test('200 with a device’s token: its family goes on, and every session and other device ends', async () => {
    const [device, other] = ['family', 'other'].map((sid) =>
      service.siblings.signFamily({ sub: ada.id, sid }),
    );
    service.clock.advance(1);
    const { body } = await send(path, { ...good, token: device });
    expect(body.data).toMatchObject({ access_token: expect.any(String), ended: 2 });
    expect([...service.siblings.families.keys()]).toEqual([device]);
    expect(await service.accounts.findById(ada.id)).toMatchObject({ keptFamilyId: 'family' });
    expect(await isLive(token)).toBe(false);
    expect(other).toBeDefined();
    expect(await isLive(device!)).toBe(false);
    expect(service.siblings.minted).toMatchObject([{ sid: 'family', sub: ada.id }]);
  });

  test.each([
    ['is right', 0],
    ['is ahead', 3],
    ['is behind', -3],
  ])('200 and the new token alone counts, though the clock of sso %s', async (_name, seconds) => {
    service.clock.advance(10);
    const { mintToken } = service.siblings.sso;
    service.siblings.sso.mintToken = async (requested) => {
      service.clock.advance(seconds);
      const minted = await mintToken(requested);
      service.clock.advance(-seconds);
      return minted;
    };
    const { body } = await send(path, good);
    expect([await isLive(body.data.access_token), await isLive(token)]).toEqual([true, false]);
    const tokensValidAfter = new Date(service.clock.now() + seconds * 1000);
    expect(await service.accounts.findById(ada.id)).toMatchObject({ tokensValidAfter });
  });

  test('503 while sso cannot sign, and nothing has changed', async () => {
    const other = (await openSession(service, ada)).token;
    service.siblings.down.add('sso');
    const { status, body } = await send(path, good);
    expect([status, body.code]).toEqual([503, 'upstream_unavailable']);
    service.siblings.down.clear();
    expect([await isLive(token), await isLive(other)]).toEqual([true, true]);
    expect((await login(password)).status).toBe(200);
  });

  test('200 when sso is lost just after it has signed', async () => {
    service.siblings.sso.revokeFamilies = () =>
      Promise.reject(new ApiError({ code: 'upstream_unavailable', message: 'gone' }));
    expect((await send(path, good)).status).toBe(200);
    expect((await login('a new long password')).status).toBe(200);
  });

  test('500 for a fault when the families are to end, which is not taken for sso being away', async () => {
    service.siblings.sso.revokeFamilies = () => Promise.reject(new TypeError('a fault'));
    expect((await send(path, good)).status).toBe(500);
  });

  test('409 when the password is changed meanwhile, and nothing of this change is left', async () => {
    const other = (await openSession(service, ada)).token;
    const tokensValidAfter = new Date(service.clock.now() - 60_000);
    const changed = {
      ...ada,
      passwordHash: 'hash of another change',
      tokensValidAfter,
      keptValidAfter: tokensValidAfter,
    };
    const { mintToken } = service.siblings.sso;
    service.siblings.sso.mintToken = async (requested) => {
      await service.accounts.add(changed);
      return mintToken(requested);
    };
    const { status, body } = await send(path, good);
    expect([status, body.code]).toEqual([409, 'state_conflict']);
    expect([await isLive(token), await isLive(other)]).toEqual([true, true]);
    expect(await service.accounts.findById(ada.id)).toEqual(changed);
    expect(await service.requestLog.entries()).toEqual([]);
  });

  test.each([
    ['400 missing_field without the current one', { 'auth.pass': undefined }, 'missing_field', 'auth.pass'],
    ['400 missing_field without a new one', { new_password: undefined }, 'missing_field', 'new_password'],
    [
      '400 invalid_value for one too short, whatever the current one',
      { new_password: 'short', 'auth.pass': 'wrong' },
      'invalid_value',
      'new_password',
    ],
    ['400 invalid_value for the own address', { new_password: ada.email }, 'invalid_value', 'new_password'],
    ['400 invalid_value for a common one', { new_password: '1qaz2wsx3edc' }, 'invalid_value', 'new_password'],
    ['400 invalid_type for one too long', { new_password: 'x'.repeat(1025) }, 'invalid_type', 'new_password'],
    ['401 for a wrong current one', { 'auth.pass': 'wrong' }, 'invalid_credentials', undefined],
  ])('%s at a change of the password', async (name, fields, code, field) => {
    const { status, body } = await send(path, { ...good, ...fields });
    expect([status, body.code, body.field]).toEqual([Number(name.slice(0, 3)), code, field]);
    expect(await isLive(token)).toBe(true);
  });

  test('429 after 10 wrong guesses, shared with login, and a row for each in the log', async () => {
    for (let attempt = 0; attempt < 10; attempt += 1) await send(path, { ...good, 'auth.pass': 'wrong' });
    expect((await send(path, good)).status).toBe(429);
    expect((await login(password)).status).toBe(429);
    const failures = (await service.requestLog.entries()).filter(
      ({ event }) => event === 'account.password_check',
    );
    expect(failures).toHaveLength(11);
  });

  test('200 after 9 wrong guesses, which it forgets', async () => {
    let [current, shown] = [password, token];
    for (const next of ['one long password', 'another long password']) {
      for (let attempt = 0; attempt < 9; attempt += 1)
        expect((await send(path, { ...good, token: shown, 'auth.pass': 'wrong' })).status).toBe(401);
      const { body } = await send(path, { token: shown, 'auth.pass': current, new_password: next });
      [current, shown] = [next, body.data.access_token];
    }
    expect((await login(current)).status).toBe(200);
  });

  test('one of 5 parallel changes wins', async () => {
    const changes = Array.from({ length: 5 }, (_, at) =>
      send(path, { ...good, new_password: `new password ${at}` }),
    );
    const statuses = (await Promise.all(changes)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => [401, 409].includes(status))).toHaveLength(4);
  });

  const said = {
    client_id: 'client-of-the-caller',
    aud: [audience, 'https://drop.example.test'],
    scope: 'openid email account',
    amr: ['password', 'totp'],
    auth_time: 1_796_000_000,
  };
  const fpr = createHash('sha256').update('device').digest('base64url');

  test.each<[string, Partial<AccessTokenClaims>, object]>([
    ['Bearer token for a user', said, { ...said, token_use: 'user' }],
    ['DPoP token for one bound to a key', { ...said, cnf: { jkt: proofJkt } }, { ...said, jkt: proofJkt }],
    ['Bearer token for one bound to a device', { ...said, fpr }, { ...said, fpr }],
    [
      'DPoP token for one bound to both',
      { ...said, fpr, cnf: { jkt: proofJkt } },
      { ...said, fpr, jkt: proofJkt },
    ],
    [
      'Bearer token that says no more than the caller’s',
      {},
      { client_id: 'demo-cli', aud: [audience], scope: 'account clients orgs admin', amr: [] },
    ],
  ])('200 and a %s, equal to the caller’s', async (name, claims, expected) => {
    await service.accounts.add({ ...ada, kind: 'admin' }, [{ ...acme, role: 'admin' }]);
    const { sessionId } = await openSession(service, ada);
    const subject = { sub: ada.id, sid: sessionId };
    const own = service.signer.signToken({ ...subject, pk: 'admin', ...claims });
    const bind = (at: string, shown: string) => ({
      token: shown,
      'auth.dpop': prove(service, { path: at, token: shown }),
      'auth.fingerprint': 'device',
    });
    service.clock.advance(1);
    const { status, body } = await send(path, { ...good, ...bind(path, own) });
    expect([status, body.data.token_type]).toEqual([200, name.split(' ')[0]]);
    expect(service.siblings.minted).toStrictEqual([{ token_use: 'user', ...subject, ...expected }]);
    const { access_token: renewed } = body.data;
    expect((await send('/session/me', bind('/session/me', renewed))).status).toBe(200);
    expect((await send('/session/me', bind('/session/me', own))).status).toBe(401);
  });
});
