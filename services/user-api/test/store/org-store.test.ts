import { createAccountStore } from '../../src/store/accounts/account-store.ts';
import { createOrgStore } from '../../src/store/people/org-store.ts';
import { makeAccount } from '../setup/accounts.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';
import { startMs } from '../setup/signer.ts';
import { database, keepRows } from '../setup/test-database.ts';
import { insertAccount, insertOrg } from './rows.ts';

keepRows();
const createdAt = new Date(startMs);

test('an org is made by one of 10 callers with its slug', async () => {
  const org = { slug: 'same', name: 'Org', status: 'active', createdAt } as const;
  const made = await Promise.all(
    Array.from({ length: 10 }, () =>
      createOrgStore(database).create({ ...org, id: crypto.randomUUID() }, makeLogEntry()),
    ),
  );
  expect(made.filter(Boolean)).toHaveLength(1);
});

test('memberships are listed oldest first, and one of three callers ends one of them', async () => {
  const [orgs, account] = [createOrgStore(database), makeAccount({ email: 'orgs@example.test' })];
  const { id: userId } = account;
  await insertAccount(database, account);
  const [first, second] = [crypto.randomUUID(), crypto.randomUUID()];
  const ids = ['ffffffff', '00000000'].map((start) => start + crypto.randomUUID().slice(8));
  for (const [at, orgId] of [first, second].entries()) {
    await insertOrg(database, orgId, orgId);
    const member = { id: ids[at]!, orgId, userId, role: 'member' as const };
    await orgs.putMember({ ...member, createdAt: new Date(startMs + at) }, makeLogEntry());
  }
  const list = async () =>
    (await createAccountStore(database).listMemberships(userId)).map(({ orgId }) => orgId);
  expect(await list()).toEqual([first, second]);
  const remove = () => orgs.removeMember({ orgId: first, userId, by: null }, makeLogEntry());
  const removed = await Promise.all([remove(), remove(), remove()]);
  const nothing = { ended: [], clientIds: [], clientCount: 0 };
  expect(removed.filter((one) => one !== undefined)).toEqual([nothing]);
  expect(await list()).toEqual([second]);
});
