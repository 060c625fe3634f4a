import type { Account } from '../../src/accounts/account.ts';
import type { Acceptance, Invitation } from '../../src/people/orgs/invitation.ts';
import type { Org } from '../../src/people/orgs/org.ts';
import { createAccountStore } from '../../src/store/accounts/account-store.ts';
import { createInvitationStore } from '../../src/store/people/invitation-store.ts';
import { createOrgStore } from '../../src/store/people/org-store.ts';
import { makeAccount } from '../setup/accounts.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';
import { startMs } from '../setup/signer.ts';
import { database, keepRows } from '../setup/test-database.ts';
import { insertAccount } from './rows.ts';

keepRows();
const accounts = createAccountStore(database);
const orgs = createOrgStore(database);
const invitations = createInvitationStore(database);
const now = new Date(startMs);
const later = new Date(startMs + 1);

describe('the invitation store', () => {
  let org: Org;
  let account: Account;
  let inviter: Account;
  beforeEach(async () => {
    const [id, orgId] = [crypto.randomUUID(), crypto.randomUUID()];
    account = makeAccount({ id, email: `${id}@example.test` });
    org = { id: orgId, slug: orgId.slice(0, 13), name: 'Org', status: 'active', createdAt: now };
    inviter = makeAccount({ id: crypto.randomUUID(), email: `inviter-of-${id}@example.test`, kind: 'admin' });
    await insertAccount(database, account);
    await insertAccount(database, inviter);
  });

  async function add(changes: Partial<Invitation> = {}, status: Org['status'] = 'active'): Promise<string> {
    await orgs.create({ ...org, status }, makeLogEntry());
    const id = crypto.randomUUID();
    const to = { orgId: org.id, email: account.email, role: 'admin', invitedBy: inviter.id } as const;
    await invitations.add({ id, ...to, createdAt: now, expiresAt: later, ...changes }, makeLogEntry());
    return id;
  }
  const accept = (id: string, changes: Partial<Acceptance> = {}) =>
    invitations.accept({
      id,
      email: account.email,
      userId: account.id,
      memberId: crypto.randomUUID(),
      row: makeLogEntry({ createdAt: now }),
      ...changes,
    });
  const list = () => accounts.listMemberships(account.id);

  type Role = Invitation['role'];
  test.each<[boolean, string, Role | undefined, Partial<Account>, Role]>([
    [true, 'an owner invited an owner', 'owner', {}, 'owner'],
    [true, 'an admin invited an admin', 'admin', {}, 'admin'],
    [true, 'an operator invited an owner', undefined, { kind: 'root' }, 'owner'],
    [false, 'who invited an owner is an admin now', 'admin', {}, 'owner'],
    [false, 'who invited is a member now', 'member', {}, 'member'],
    [false, 'who invited was removed', undefined, {}, 'member'],
    [false, 'who invited is disabled', 'owner', { status: 'disabled' }, 'member'],
    [
      false,
      'the operator who invited is disabled',
      undefined,
      { kind: 'root', status: 'disabled' },
      'member',
    ],
  ])('%s: one is accepted where %s', async (isGood, _what, own, changes, role) => {
    const id = crypto.randomUUID();
    await insertAccount(database, makeAccount({ id, email: `${id}@example.test`, ...changes }));
    const invite = await add({ invitedBy: id, role });
    const member = { id: crypto.randomUUID(), orgId: org.id, userId: id, createdAt: now };
    await orgs.putMember({ ...member, role: own ?? 'owner' }, makeLogEntry());
    const row = makeLogEntry({ event: 'admin.org.member_remove', userId: id });
    const other = { ...member, id: crypto.randomUUID(), userId: inviter.id, role: 'owner' } as const;
    await orgs.putMember(other, makeLogEntry());
    if (own === undefined) await orgs.removeMember({ orgId: org.id, userId: id, by: null }, row);
    expect(await invitations.isOpen(invite, account.email, now)).toBe(isGood);
    expect((await accept(invite)) !== undefined).toBe(isGood);
  });

  test.each([
    ['member', 'admin'],
    ['admin', 'admin'],
    ['owner', 'owner'],
  ] as const)('a member who is %s is %s after an invitation as admin', async (before, after) => {
    const id = await add();
    const member = { id: crypto.randomUUID(), orgId: org.id, userId: account.id, role: before };
    await orgs.putMember({ ...member, createdAt: now }, makeLogEntry());
    expect(await accept(id)).toMatchObject({ role: after });
    expect(await list()).toMatchObject([{ role: after }]);
  });
});

describe('a removal', () => {
  /** A member with an open invitation to the same org. */
  async function makeMember() {
    const [person, operator, orgId] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
    const email = `${person}@example.test`;
    await insertAccount(database, makeAccount({ id: person, email }));
    const kind = 'admin';
    await insertAccount(database, makeAccount({ id: operator, email: `${operator}@example.test`, kind }));
    const org: Org = { id: orgId, slug: orgId.slice(0, 13), name: 'Org', status: 'active', createdAt: now };
    await orgs.create(org, makeLogEntry());
    const member = {
      id: crypto.randomUUID(),
      orgId,
      userId: person,
      role: 'member',
      createdAt: now,
    } as const;
    await orgs.putMember(member, makeLogEntry());
    const id = crypto.randomUUID();
    const invitation = { id, orgId, email, role: 'admin', invitedBy: operator, createdAt: now } as const;
    await invitations.add({ ...invitation, expiresAt: later }, makeLogEntry());
    const accepts = { id, email, userId: person, memberId: crypto.randomUUID() };
    return {
      remove: async () =>
        (await orgs.removeMember({ orgId, userId: person, by: null }, makeLogEntry()))?.ended,
      accept: () => invitations.accept({ ...accepts, row: makeLogEntry({ createdAt: now }) }),
      list: () => accounts.listMemberships(person),
    };
  }

  test('and an acceptance at once are both done, and leave nobody in the org', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { remove, accept, list } = await makeMember();
      const [removed] = await Promise.all([remove(), accept()]);
      expect([removed, await list()]).toEqual([[], []]);
    }
  });
});
