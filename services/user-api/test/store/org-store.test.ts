import { useTestDatabase } from '@latchkey/testing';
import type { AccountStore } from '../../src/account/account-store.ts';
import type { Org, OrgStore } from '../../src/org/org.ts';
import { createAccountStore } from '../../src/store/account-store.ts';
import { createDatabase } from '../../src/store/database.ts';
import { createOrgStore } from '../../src/store/org-store.ts';
import { makeAccount } from '../setup/accounts.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';
import { startMs } from '../setup/signer.ts';
import { insertAccount } from './rows.ts';

const database = useTestDatabase('user-api', createDatabase);
const account = makeAccount({ email: 'orgs@example.test' });
beforeAll(() => insertAccount(database(), account));

interface Place {
  readonly orgs: OrgStore;
  readonly accounts: AccountStore;
}
const makePlace: () => Place = () => ({
  orgs: createOrgStore(database()),
  accounts: createAccountStore(database()),
});
const createdAt = new Date(startMs);
const nothing = { ended: [], clientIds: [], clientCount: 0 };
function makeOrg(): Org {
  const id = crypto.randomUUID();
  return { id, slug: `org-${id.slice(0, 8)}`, name: 'Org', status: 'active', createdAt };
}

describe('the org store', () => {
  test('one of 10 callers gets a slug', async () => {
    const { orgs } = makePlace();
    const { slug } = makeOrg();
    const made = await Promise.all(
      Array.from({ length: 10 }, () => orgs.create({ ...makeOrg(), slug }, makeLogEntry())),
    );
    expect(made.filter(Boolean)).toHaveLength(1);
  });

  test.each<[string, (org: Org) => string]>([
    ['its slug', ({ slug }) => slug],
    ['its id', ({ id }) => id],
    ['its id in upper case', ({ id }) => id.toUpperCase()],
  ])('finds an org with all its fields by %s', async (_name, nameOf) => {
    const { orgs } = makePlace();
    const org = makeOrg();
    await orgs.create(org, makeLogEntry());
    expect(await orgs.find(nameOf(org))).toEqual(org);
  });

  test('finds no org by an unknown name', async () => {
    expect(await makePlace().orgs.find('nobody')).toBeUndefined();
  });

  test('adds a member, changes the role, removes once, and adds again', async () => {
    const { orgs, accounts } = makePlace();
    const { id: orgId, slug: orgSlug, ...rest } = makeOrg();
    await orgs.create({ id: orgId, slug: orgSlug, ...rest }, makeLogEntry());
    const put = (role: 'admin' | 'member') =>
      orgs.putMember({ id: crypto.randomUUID(), orgId, userId: account.id, role, createdAt }, makeLogEntry());
    await put('member');
    await put('admin');
    expect(await accounts.listMemberships(account.id)).toEqual([{ orgId, orgSlug, role: 'admin' }]);
    const removed = await Promise.all(
      [1, 2, 3].map(() => orgs.removeMember({ orgId, userId: account.id, by: null }, makeLogEntry())),
    );
    expect(removed.filter((one) => one !== undefined)).toEqual([nothing]);
    expect(await accounts.listMemberships(account.id)).toEqual([]);
    await put('member');
    expect(await accounts.listMemberships(account.id)).toEqual([{ orgId, orgSlug, role: 'member' }]);
    await orgs.removeMember({ orgId, userId: account.id, by: null }, makeLogEntry());
  });

  test('lists memberships oldest first, and removes from the one org alone', async () => {
    const { orgs, accounts } = makePlace();
    const [first, second] = [makeOrg(), makeOrg()];
    const ids = ['ffffffff', '00000000'].map((start) => start + crypto.randomUUID().slice(8));
    for (const [at, org] of [first, second].entries()) {
      await orgs.create(org, makeLogEntry());
      const member = { id: ids[at]!, orgId: org.id, userId: account.id, role: 'member' as const };
      await orgs.putMember({ ...member, createdAt: new Date(startMs + at) }, makeLogEntry());
    }
    const listed = async () => (await accounts.listMemberships(account.id)).map(({ orgId }) => orgId);
    expect(await listed()).toEqual([first.id, second.id]);
    expect(
      await orgs.removeMember({ orgId: first.id, userId: account.id, by: null }, makeLogEntry()),
    ).toEqual(nothing);
    expect(await listed()).toEqual([second.id]);
    await orgs.removeMember({ orgId: second.id, userId: account.id, by: null }, makeLogEntry());
  });
});
