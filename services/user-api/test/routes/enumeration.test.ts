import type { Account } from '../../src/accounts/account.ts';
import { errors } from '../../src/errors.ts';
import { acme, makeAccount, password } from '../setup/accounts.ts';
import { confirmPaths, createServiceWithAccounts, loginPaths } from '../setup/requests.ts';

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

const credentialsInvalid = {
  status: 0,
  comment: errors.credentialsInvalid.message,
  message: errors.credentialsInvalid.message,
  code: 'invalid_credentials',
  data: null,
  request_id: expect.any(String),
};

describe.each(loginPaths)('POST %s', (path) => {
  test.each(cases)('401, the same and for one hash, for %s', async (_name, account, fields) => {
    const { service, send } = await createServiceWithAccounts();
    await service.accounts.add(makeAccount(account), [acme]);
    const { status, body, headers } = await send(path, fields);
    expect([status, body]).toEqual([401, credentialsInvalid]);
    expect(headers).not.toHaveProperty('retry-after');
    expect([service.hash.verified.length, service.hash.hashed.length]).toEqual([1, 0]);
    expect(await service.requestLog.entries()).toHaveLength(1);
  });
});

describe.each(confirmPaths)('POST %s', (path) => {
  const factors = path.endsWith('confirm') ? { totpPending: 'sealed' } : { totpSecret: 'sealed' };

  test.each<[string, Partial<Account>, string]>([
    ['a wrong password', {}, 'wrong'],
    ['an empty password', {}, ''],
    ['a password where the account has none', { passwordHash: null }, password],
    ['an empty password where the account has none', { passwordHash: null }, ''],
    ['the password that only the decoy has', { passwordHash: null }, 'decoy'],
  ])('401, the same and for one hash, with %s', async (_name, changes, shown) => {
    const { service, ada, send } = await createServiceWithAccounts();
    await service.accounts.add({ ...ada, ...factors, ...changes });
    const { status, body, headers } = await send(path, { 'auth.pass': shown });
    expect([status, body]).toEqual([401, credentialsInvalid]);
    expect(headers).not.toHaveProperty('retry-after');
    expect([service.hash.verified.length, service.hash.hashed.length]).toEqual([1, 0]);
    expect(await service.requestLog.entries()).toHaveLength(1);
  });
});
