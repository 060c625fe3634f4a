import { randomBytes } from 'node:crypto';
import { parseKeyList } from '@latchkey/secrets';
import type { Account } from '../../src/accounts/account.ts';
import { keepImported, verifyImported } from '../../src/signing-in/password/imported-hash.ts';
import { resealAll } from '../../src/signing-in/totp/reseal-all.ts';
import { resealTotp } from '../../src/signing-in/totp/reseal.ts';
import { createTextSealer } from '../../src/signing-in/totp/text-sealer.ts';
import { createAccountStore } from '../../src/store/accounts/account-store.ts';
import { makeAccount } from '../setup/accounts.ts';
import { database, keepRows } from '../setup/test-database.ts';
import { insertAccount } from './rows.ts';

const key = (kid: string) => `${kid}:${randomBytes(32).toString('base64url')}`;
const [older, newer] = [key('older'), key('newer')];
const fail = (userId: string) => {
  throw new Error(userId);
};
const sealerOf = (keys: string) => createTextSealer({ keys: parseKeyList(keys), randomBytes });
const [before, both, after] = [sealerOf(older), sealerOf(`${newer},${older}`), sealerOf(newer)];

keepRows();
const store = createAccountStore(database);

describe('secrets sealed with an older key', () => {
  async function add(secrets: Partial<Account>, id: string) {
    const account = makeAccount({ id, email: `${id}@example.test`, ...secrets });
    await insertAccount(database, account);
    return account;
  }

  test('one is sealed again when it is used, unless it has changed meanwhile', async () => {
    const id = crypto.randomUUID();
    const sealed = before.seal('secret', id);
    await add({ totpSecret: sealed, totpPending: null }, id);
    const ports = { secrets: both, accounts: store };
    const all = await Promise.all(Array.from({ length: 10 }, () => resealTotp(ports, id, sealed)));
    expect(all.filter(Boolean)).toHaveLength(1);
    const { totpSecret } = (await store.findById(id))!;
    expect(after.open(totpSecret ?? '', id)).toBe('secret');
    expect(await resealTotp(ports, id, totpSecret ?? '')).toBe(false);
  });

  test('all are sealed again by the command, pending ones too; then the older key may go', async () => {
    const [one, two, three, none] = Array.from({ length: 4 }, () => crypto.randomUUID()) as [
      string,
      string,
      string,
      string,
    ];
    await add({ totpSecret: before.seal('one', one), totpPending: null }, one);
    await add({ totpSecret: null, totpPending: before.seal('two', two) }, two);
    await add({ totpSecret: both.seal('three', three), totpPending: null }, three);
    await add({ totpSecret: null, totpPending: null }, none);
    const ports = { secrets: both, accounts: store, onUnreadable: fail };
    expect(await resealAll(ports)).toBe(2);
    expect(await resealAll(ports)).toBe(0);
    const find = async (id: string) => (await store.findById(id))!;
    expect(after.open((await find(one)).totpSecret ?? '', one)).toBe('one');
    expect(after.open((await find(two)).totpPending ?? '', two)).toBe('two');
    expect(after.open((await find(three)).totpSecret ?? '', three)).toBe('three');
  });

  test('the signer key in an imported hash is sealed again, and no hash is touched that has none', async () => {
    const [signer, argon2] = [crypto.randomUUID(), crypto.randomUUID()];
    const [salt, hash] = [randomBytes(16).toString('base64'), randomBytes(64).toString('base64')];
    const kept = keepImported(`$firebase-scrypt$ln=4,r=8,p=1,ss=Bw==,sk=${hash}$${salt}$${hash}`, before);
    const stored = 'stored' in kept ? kept.stored : '';
    const none = { totpSecret: null, totpPending: null };
    await add({ ...none, passwordHash: stored }, signer);
    await add(none, argon2);
    const ports = { secrets: both, accounts: store, onUnreadable: fail };
    expect([await resealAll(ports), await resealAll(ports)]).toEqual([1, 0]);
    const again = (await store.findById(signer))?.passwordHash ?? '';
    expect(await verifyImported(again, 'wrong', after)).toBe(false);
    await expect(verifyImported(stored, 'wrong', after)).rejects.toMatchObject({
      code: 'upstream_unavailable',
    });
    const unreadable: string[] = [];
    const lost = {
      ...ports,
      secrets: sealerOf(key('lost')),
      onUnreadable: (id: string) => void unreadable.push(id),
    };
    expect(await resealAll(lost)).toBe(0);
    expect(unreadable).toContain(signer);
  });

  test('one that no key opens is reported and stops no other', async () => {
    const [lowest, second, last] = Array.from({ length: 3 }, () => crypto.randomUUID()).toSorted() as [
      string,
      string,
      string,
    ];
    await add({ totpSecret: before.seal('of another account', last), totpPending: null }, lowest);
    await add({ totpSecret: sealerOf(key('lost')).seal('two', second), totpPending: null }, second);
    await add({ totpSecret: before.seal('three', last), totpPending: null }, last);
    const unreadable: string[] = [];
    const onUnreadable = (userId: string) => void unreadable.push(userId);
    expect(await resealAll({ secrets: both, accounts: store, onUnreadable })).toBe(1);
    expect(unreadable).toEqual([lowest, second]);
    expect(after.open((await store.findById(last))?.totpSecret ?? '', last)).toBe('three');
  });

  test('one that another key of the same name has sealed is reported', async () => {
    const id = crypto.randomUUID();
    await add({ totpSecret: after.seal('one', id), totpPending: null }, id);
    const unreadable: string[] = [];
    const onUnreadable = (userId: string) => void unreadable.push(userId);
    await resealAll({ secrets: sealerOf(key('newer')), accounts: store, onUnreadable });
    expect(unreadable).toContain(id);
  });
});
