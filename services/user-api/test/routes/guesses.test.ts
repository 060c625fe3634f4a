import { request } from '@latchkey/testing';
import { generateSync } from 'otplib';
import { makeAccount, makeSession, openSession, password, root, totpSecret } from '../setup/accounts.ts';
import { createTestService, type TestService } from '../setup/create-test-service.ts';

const ada = makeAccount();
const change = '/account/me/password/change';
const wrong = { 'auth.pass': 'wrong', new_password: 'a new long password' };
let service: TestService;
let count: number;
beforeEach(async () => {
  service = createTestService();
  await service.accounts.add(ada);
  await service.accounts.add(root);
  count = 0;
});

/** Each request comes from a network of its own, long after the one before: no budget of the account refuses it. */
function send(path: string, token: string, fields: object) {
  service.clock.advance(200);
  return request(service.app)
    .post(path)
    .set('x-forwarded-for', `198.51.${(count += 1)}.1`)
    .send({ token, ...fields });
}
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
/** A new token is issued, as its quarter of an hour is soon over; the sign-in stays the same. */
const tokenOf = (sid: string, account = ada) =>
  service.signer.signToken({ sub: account.id, sid, pk: account.kind });
const isLive = async (sid: string, account = ada) =>
  (await send('/session/me', tokenOf(sid, account), {})).status === 200;
const guessed = async () =>
  (await service.requestLog.entries()).filter(({ event }) => event === 'session.guessed');

async function guess(times: number, sid: string, fields: object = wrong, path = change, account = ada) {
  const answers = [];
  for (let nth = 0; nth < times; nth += 1)
    answers.push(codeOf(await send(path, tokenOf(sid, account), fields)));
  return answers;
}
const usual = [401, 'invalid_credentials'];
const ended = [401, 'session_revoked'];
const times = (length: number, answer: unknown) => Array.from({ length }, () => answer);

describe('wrong passwords and codes behind a token', () => {
  test('401 session_revoked for the twentieth, its root and the root’s sessions have ended, and one row says so', async () => {
    const createdAt = new Date(service.clock.now());
    const [top, one, two] = [service.context.newId(), service.context.newId(), service.context.newId()];
    await service.sessions.add(makeSession({ id: top, kind: 'root', userId: ada.id, createdAt }));
    for (const id of [one, two])
      await service.sessions.add(makeSession({ id, rootId: top, userId: ada.id, createdAt }));
    const { sessionId: other } = await openSession(service, ada);
    expect(await guess(10, one)).toEqual(times(10, usual));
    expect(await guess(9, two)).toEqual(times(9, usual));
    expect([await isLive(one), await guessed()]).toEqual([true, []]);
    expect(await guess(2, one)).toEqual([ended, ended]);
    expect([await isLive(one), await isLive(two), await isLive(other)]).toEqual([false, false, true]);
    expect(await guessed()).toMatchObject([
      { outcome: 'failure', code: 'session_revoked', userId: ada.id, clientId: 'demo-cli', actorId: null },
    ]);
  });

  test('a right one sets the count to zero', async () => {
    const { sessionId } = await openSession(service, ada);
    await guess(19, sessionId);
    const right = { 'auth.pass': password, new_password: password };
    expect(await guess(1, sessionId, { ...right, new_password: 'a new long password' })).toEqual([
      [200, undefined],
    ]);
    await service.accounts.add(ada);
    expect(await guess(19, sessionId)).toEqual(times(19, usual));
    expect(await guess(1, sessionId)).toEqual([ended]);
  });

  test('a right password sets no count of wrong codes to zero', async () => {
    await service.accounts.add({ ...ada, totpSecret: service.secrets.seal(totpSecret, ada.id) });
    const { sessionId } = await openSession(service, ada);
    const fields = { 'auth.pass': password, 'auth.code': 'x' };
    expect(await guess(19, sessionId, fields, '/account/me/totp/disable')).toEqual(times(19, usual));
    expect(await guess(1, sessionId, fields, '/account/me/totp/disable')).toEqual([ended]);
  });

  test('a right code sets the count to zero', async () => {
    await service.accounts.add({ ...root, totpSecret: service.secrets.seal(totpSecret, root.id) });
    const { sessionId } = await openSession(service, root);
    const path = '/admin/user/reset_password';
    const act = (code: string) => ({ user_id: ada.id, 'auth.code': code });
    await guess(19, sessionId, act('x'), path, root);
    service.clock.advance(-200);
    const epoch = service.clock.now() / 1000 + 400;
    service.clock.advance(200);
    const code = generateSync({ secret: totpSecret, epoch });
    expect(await guess(1, sessionId, act(code), path, root)).toEqual([[200, undefined]]);
    expect(await guess(20, sessionId, act('x'), path, root)).toEqual([...times(19, usual), ended]);
  });

  test.each<[string, object, string]>([
    ['the password of a new code', { 'auth.pass': 'wrong', 'auth.code': 'x' }, '/account/me/totp/confirm'],
    ['a new code', { 'auth.pass': password, 'auth.code': 'x' }, '/account/me/totp/confirm'],
  ])('401 session_revoked for twenty of %s', async (what, fields, path) => {
    await service.accounts.add({ ...ada, totpPending: service.secrets.seal(totpSecret, ada.id) });
    const { sessionId } = await openSession(service, ada);
    const answers = await guess(20, sessionId, fields, path);
    // Who knows the password could turn codes on anyway: each right one sets the count to zero.
    expect(answers.at(-1)).toEqual(what === 'a new code' ? usual : ended);
  });

  test('401 session_revoked for twenty passwords of an operator’s act', async () => {
    const { sessionId } = await openSession(service, root);
    const fields = { user_id: ada.id, 'auth.pass': 'wrong' };
    const answers = await guess(20, sessionId, fields, '/admin/user/reset_password', root);
    expect(answers).toEqual([...times(19, usual), ended]);
    expect(await isLive(sessionId, root)).toBe(false);
  });

  describe('of a device', () => {
    /** One token for all: the fake of sso knows families by their tokens. */
    const addDevice = () =>
      service.siblings.signFamily({ sub: ada.id, sid: 'family', exp: service.clock.now() / 1000 + 1e5 });
    const guessOn = async (token: string) => codeOf(await send(change, token, wrong));

    test('401 session_revoked for the twentieth, and the family has ended at sso', async () => {
      const token = addDevice();
      for (let nth = 1; nth < 20; nth += 1) expect(await guessOn(token)).toEqual(usual);
      expect([await guessOn(token), await guessOn(token)]).toEqual([ended, ended]);
      expect([...service.siblings.families.keys(), (await guessed()).length]).toEqual([1]);
    });

    test('503 while sso cannot be notified, and the next one ends it', async () => {
      const token = addDevice();
      for (let nth = 1; nth < 20; nth += 1) await guessOn(token);
      const { revokeFamilies } = service.siblings.sso;
      service.siblings.sso.revokeFamilies = (...input) => {
        service.siblings.sso.revokeFamilies = revokeFamilies;
        service.siblings.down.add('sso');
        return revokeFamilies(...input).finally(() => service.siblings.down.clear());
      };
      expect([await guessOn(token), await guessed()]).toEqual([[503, 'upstream_unavailable'], []]);
      expect(await guessOn(token)).toEqual(ended);
      expect([...service.siblings.families.keys(), (await guessed()).length]).toEqual([1]);
    });
  });
});
