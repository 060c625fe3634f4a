import type { Invitation } from '../../src/people/orgs/invitation.ts';
import type { NewMember, SeenSecrets } from '../../src/people/orgs/org.ts';
import { createClientSecretStore } from '../../src/store/clients/client-secret-store.ts';
import { createClientStore } from '../../src/store/clients/client-store.ts';
import { createInvitationStore } from '../../src/store/people/invitation-store.ts';
import { createOrgStore } from '../../src/store/people/org-store.ts';
import { makeAccount, makeClient } from '../setup/accounts.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';
import { startMs } from '../setup/signer.ts';
import { database, keepRows } from '../setup/test-database.ts';
import { insertAccount, insertClient, insertOrg } from './rows.ts';

/** The people of an org when several change them at once. */
keepRows();
const now = new Date(startMs);
const expiresAt = new Date(startMs + 900_000);
const newId = () => crypto.randomUUID();
const row = () => makeLogEntry({ createdAt: now });

type Role = NewMember['role'];

/** An org with members of these roles. */
async function makeOrg(...roles: Role[]) {
  const [orgs, invitations, orgId] = [createOrgStore(database), createInvitationStore(database), newId()];
  await insertOrg(database, orgId, orgId);
  const ids: string[] = [];
  for (const role of roles) {
    const id = newId();
    await insertAccount(database, makeAccount({ id, email: `${id}@example.test` }), [
      { orgId, orgSlug: orgId, role },
    ]);
    ids.push(id);
  }
  const remove = (userId: string, by: string | null) => orgs.removeMember({ orgId, userId, by }, row());
  const setRole = (userId: string, role: Role, by: string | null) =>
    orgs.setRole({ orgId, userId, by, role }, row());
  const put = (userId: string, role: Role) =>
    orgs.putMember({ id: newId(), orgId, userId, role, createdAt: now }, row());
  const invite = async (changes: Partial<Invitation>, by: string | null, limit = 0) => {
    const id = newId();
    const to = { id, orgId, email: `${id}@example.test`, role: 'member', createdAt: now, expiresAt } as const;
    await invitations.add({ ...to, invitedBy: by ?? ids[0]!, ...changes }, row(), { by, limit });
    return id;
  };
  const owners = () =>
    database.prisma.member.count({
      where: { orgId, role: 'owner', status: 'active', user: { status: 'active' } },
    });
  return { orgs, invitations, orgId, ids, remove, setRole, put, invite, owners };
}

type Org = Awaited<ReturnType<typeof makeOrg>>;
type Act = (org: Org, own: string, other: string) => Promise<unknown>;

const codesOf = (settled: readonly PromiseSettledResult<unknown>[]): unknown[] =>
  settled.flatMap((one) => (one.status === 'rejected' ? [(one.reason as { code?: unknown }).code] : []));

const acts: Readonly<Record<string, Act>> = {
  'leave at once': ({ remove }, own) => remove(own, own),
  'demote each other': ({ setRole }, own, other) => setRole(other, 'member', own),
  'remove each other': ({ remove }, own, other) => remove(other, own),
  'demote themselves': ({ setRole }, own) => setRole(own, 'admin', own),
  'are removed by operators at once': ({ remove }, own) => remove(own, null),
  'are demoted by operators at once': ({ put }, own) => put(own, 'member'),
};

test.each(Object.keys(acts))('one owner is left of two who %s', async (name) => {
  for (let round = 0; round < 6; round += 1) {
    const org = await makeOrg('owner', 'owner');
    const [one, other] = [org.ids[0]!, org.ids[1]!];
    const settled = await Promise.allSettled([acts[name]!(org, one, other), acts[name]!(org, other, one)]);
    const [code, ...more] = codesOf(settled);
    expect([await org.owners(), more]).toEqual([1, []]);
    // Who is no owner any more may not do it either.
    expect(['state_conflict', 'forbidden', 'not_found']).toContain(code);
  }
});

test('one owner is left of 8 who leave, demote themselves and are removed at once', async () => {
  const org = await makeOrg(...Array.from({ length: 8 }, () => 'owner' as const));
  const each = Object.values(acts).filter((_act, nth) => nth !== 1 && nth !== 2);
  await Promise.allSettled(org.ids.map((id, nth) => each[nth % each.length]!(org, id, id)));
  expect(await org.owners()).toBe(1);
});

test('an owner whose account is disabled is not the one that is left', async () => {
  const { ids, remove, setRole, owners } = await makeOrg('owner', 'owner');
  await database.prisma.user.update({ where: { id: ids[1]! }, data: { status: 'disabled' } });
  await expect(remove(ids[0]!, ids[0]!)).rejects.toMatchObject({ code: 'state_conflict' });
  await expect(setRole(ids[0]!, 'admin', null)).rejects.toMatchObject({ code: 'state_conflict' });
  expect(await remove(ids[1]!, null)).toBeDefined();
  expect(await owners()).toBe(1);
});

test('an admin neither replaces nor withdraws the invitation of an owner', async () => {
  const { ids, invite, invitations, orgId } = await makeOrg('owner', 'admin');
  const [owner, admin] = [ids[0]!, ids[1]!];
  const id = await invite({ email: 'new@example.test', role: 'owner' }, owner);
  await expect(invite({ email: 'new@example.test' }, admin)).rejects.toMatchObject({ code: 'forbidden' });
  const withdraw = (by: string | null) => invitations.withdraw({ id, orgId, by }, row());
  await expect(withdraw(admin)).rejects.toMatchObject({ code: 'forbidden' });
  expect(await invitations.isOpen(id, 'new@example.test', now)).toBe(true);
  const all = await Promise.all(Array.from({ length: 10 }, () => withdraw(owner)));
  expect(all.filter(Boolean)).toHaveLength(1);
});

test('20 callers at once make no more open invitations than an org may have', async () => {
  const { ids, invite, orgId } = await makeOrg('owner', 'admin');
  for (let made = 0; made < 5; made += 1) await invite({}, null);
  const settled = await Promise.allSettled(
    Array.from({ length: 20 }, (_one, nth) => invite({}, ids[nth % 2]!, 8)),
  );
  expect(codesOf(settled)).toEqual(Array.from({ length: 17 }, () => 'quota_exceeded'));
  expect(await database.prisma.invitation.count({ where: { orgId } })).toBe(8);
  await invite({}, null, 8);
});

test('20 callers at once make no more in a day, replaced and withdrawn ones among them', async () => {
  const { ids, invite, invitations, orgId } = await makeOrg('owner');
  const by = ids[0]!;
  const again = { email: 'same@example.test' };
  const id = await invite(again, by, 10);
  await invitations.withdraw({ id, orgId, by }, row());
  const settled = await Promise.allSettled(Array.from({ length: 20 }, () => invite(again, by, 10)));
  expect(codesOf(settled)).toEqual(Array.from({ length: 16 }, () => 'quota_exceeded'));
  const tomorrow = makeLogEntry({ createdAt: new Date(startMs + 24 * 3_600_000) });
  const next = {
    id: newId(),
    orgId,
    ...again,
    role: 'member',
    invitedBy: by,
    createdAt: tomorrow.createdAt,
  } as const;
  await invitations.add({ ...next, expiresAt: new Date(startMs + 25 * 3_600_000) }, tomorrow, {
    by,
    limit: 10,
  });
});

test('of an acceptance and a withdrawal at once one is done', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { ids, invite, invitations, orgId } = await makeOrg('owner');
    const [userId, by] = [newId(), ids[0]!];
    const email = `${userId}@example.test`;
    await insertAccount(database, makeAccount({ id: userId, email }));
    const id = await invite({ email }, by);
    const [joined, withdrawn] = await Promise.all([
      invitations.accept({ id, email, userId, memberId: newId(), row: row() }),
      invitations.withdraw({ id, orgId, by }, row()),
    ]);
    expect(joined === undefined).toBe(withdrawn);
    const where = { orgId, userId, status: 'active' };
    expect(await database.prisma.member.count({ where })).toBe(withdrawn ? 0 : 1);
  }
});

test('a removal names the clients of the org whose secrets an owner or admin could have seen', async () => {
  const { ids, remove, orgId } = await makeOrg('owner', 'admin', 'member');
  const ofOrg = { ownerKind: 'org', ownerId: orgId } as const;
  const secretive = Array.from({ length: 101 }, (_one, nth) => `${orgId}-${String(nth).padStart(3, '0')}`);
  for (const clientId of secretive)
    await insertClient(database, makeClient({ ...ofOrg, clientId, type: 'confidential' }));
  await insertClient(database, makeClient({ ...ofOrg, clientId: `${orgId}-public` }));
  const plain = await remove(ids[2]!, ids[0]!);
  expect(plain).toEqual({ ended: [], clientIds: [], clientCount: 0 });
  const admin = await remove(ids[1]!, ids[0]!);
  expect(admin).toEqual({ ended: [], clientIds: secretive.slice(0, 100), clientCount: 101 });
});

test.each([
  ['removed', (org: Org, id: string) => org.remove(id, null)],
  ['made a plain member', (org: Org, id: string) => org.setRole(id, 'member', null)],
])('who is %s makes no client of the org and no secret of one that began before', async (_what, end) => {
  const org = await makeOrg('owner', 'admin');
  const [, userId = ''] = org.ids;
  const [clients, secrets] = [createClientStore(database), createClientSecretStore(database)];
  const ofOrg = { ownerKind: 'org', ownerId: org.orgId, type: 'confidential' } as const;
  const kept = newId();
  await insertClient(database, makeClient({ ...ofOrg, clientId: kept }), [['first', null]]);
  const maker = { id: userId, tokensValidAfter: null };
  const make = () => {
    const client = makeClient({ ...ofOrg, clientId: newId(), name: `Of ${newId()}` });
    return clients.create(client, { id: newId(), hash: newId() }, { maker, row: row() });
  };
  const rotate = (seenAt: Date | null) =>
    secrets.change({
      id: newId(),
      clientId: kept,
      hash: newId(),
      seenAt,
      at: now,
      newestExpiresAt: expiresAt,
      promisedExpiresAt: null,
      row: row(),
      manager: { userId, orgId: org.orgId },
    });
  expect([await make(), await rotate(null)]).toEqual([true, true]);
  const many = Array.from({ length: 5 }, make);
  const seen = (await end(org, userId)) as SeenSecrets;
  const made = (await Promise.all(many)).filter(Boolean);
  expect(seen.clientCount).toBe(2 + made.length);
  expect([await make(), await rotate(now)]).toEqual([false, false]);
  expect(await database.prisma.oAuthClient.count({ where: { ownerId: org.orgId } })).toBe(2 + made.length);
});
