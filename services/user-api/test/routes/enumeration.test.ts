import request from 'supertest';
import type { Account } from '../../src/account/account.ts';
import { createWorld } from '../world/create-world.ts';
import { acme, makeAccount, password } from '../world/people.ts';

/** Accounts that may not sign in with what is sent; nothing may tell them apart. */
const cases: readonly (readonly [string, Partial<Account>, object])[] = [
  ['a known account and a wrong password', {}, { 'auth.pass': 'wrong' }],
  ['a known account and an empty password', {}, { 'auth.pass': '' }],
  ['an unknown address', {}, { 'auth.user': 'nobody@example.test' }],
  ['an unknown id', {}, { 'auth.user': undefined, 'auth.id': '99999999-9999-4999-8999-999999999998' }],
  ['an id that is none', {}, { 'auth.user': undefined, 'auth.id': 'nobody' }],
  ['a disabled account and the right password', { status: 'disabled' }, {}],
  ['a deleted account and the right password', { status: 'deleted' }, {}],
  ['an account without a password', { passwordHash: null }, {}],
  ['a known account with one-time codes', { totpSecret: 'sealed' }, { 'auth.pass': 'wrong' }],
];

const routes = [
  ['/auth/user/login', 'user_login'],
  ['/auth/user/root-session', 'user_root_session'],
  ['/auth/member/login', 'member_login'],
  ['/auth/member/root-session', 'member_root_session'],
] as const;

describe.each(routes)('POST %s', (path, purpose) => {
  const org = purpose.startsWith('member') ? 'acme' : undefined;

  test.each(cases)('401, the same and for one hash, for %s', async (_name, account, fields) => {
    const world = createWorld();
    world.accounts.add(makeAccount(account), [acme]);
    const relay = world.siblings.relay({ purpose, ...(org === undefined ? {} : { org }) });
    const person = { 'auth.user': 'ada@example.test', 'auth.pass': password, 'auth.org': org };
    const { status, body, headers } = await request(world.app)
      .post(path)
      .send({ relay, ...person, ...fields });
    expect([status, { ...body, request_id: '' }]).toEqual([
      401,
      {
        status: 0,
        comment: 'The credentials are not valid',
        message: 'The credentials are not valid',
        code: 'invalid_credentials',
        data: null,
        request_id: '',
      },
    ]);
    expect(headers).not.toHaveProperty('retry-after');
    expect([world.hash.verified.length, world.hash.hashed.length]).toEqual([1, 0]);
    expect(world.requestLog.entries).toHaveLength(1);
  });
});

test('POST /auth/signup: a new and a known address cost one hash and one row each, and answer alike', async () => {
  const answers = [];
  for (const email of ['ada@example.test', 'new@example.test']) {
    const world = createWorld();
    world.accounts.add(makeAccount());
    const fields = { 'auth.user': email, 'auth.pass': password, name: 'Ada' };
    const relay = world.siblings.relay({ purpose: 'signup' });
    const { status, body } = await request(world.app)
      .post('/auth/signup')
      .send({ relay, ...fields });
    const work = [world.hash.verified.length, world.hash.hashed.length, world.requestLog.entries.length];
    answers.push([status, body.data, ...work]);
  }
  expect(answers).toEqual([
    [200, { accepted: true }, 0, 1, 1],
    [200, { accepted: true }, 0, 1, 1],
  ]);
});
