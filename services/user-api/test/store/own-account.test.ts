import { request } from '@latchkey/testing';
import { generateSync } from 'otplib';
import type { Account } from '../../src/accounts/account.ts';
import { entryAnswer } from '../../src/routes/log-answer.ts';
import { createAccountStore } from '../../src/store/accounts/account-store.ts';
import { createOrgStore } from '../../src/store/people/org-store.ts';
import { createOwnAccountStore } from '../../src/store/people/own-account-store.ts';
import { makeAccount, makeClient, password, totpSecret } from '../setup/accounts.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';
import { createServiceOfPeople } from '../setup/service-of-people.ts';
import { startMs } from '../setup/signer.ts';
import { database } from '../setup/test-database.ts';
import { insertAccount, insertClient, insertOrg } from './rows.ts';

const now = new Date(startMs);
const later = new Date(startMs + 900_000);
const newId = () => crypto.randomUUID();

async function join(userId: string, role: string, slug = newId()) {
  await insertOrg(database, slug, slug);
  const data = { id: newId(), orgId: slug, userId, role, status: 'active', createdAt: now };
  await database.prisma.member.create({ data });
  return slug;
}

const find = (id: string) => createAccountStore(database).findById(id);
const eventsOf = async (userId: string) =>
  (await database.prisma.requestLogEntry.findMany({ where: { userId } })).map(({ event }) => event);

function open() {
  const { service, addPerson } = createServiceOfPeople();
  const post = (path: string, fields: object) =>
    request(service.app).post(`/account/me/${path}`).send(fields);
  return { service, addPerson, post };
}

describe('POST /account/me/update', () => {
  test.each([
    [{}, 400, 'missing_field'],
    [{ name: ' ' }, 400, 'missing_field'],
    [{ name: '-' }, 400, 'invalid_value'],
    [{ name: 'Ada\u202e' }, 400, 'invalid_value'],
    [{ name: 'a'.repeat(201) }, 400, 'invalid_value'],
    [{ locale: 'xx' }, 400, 'invalid_value'],
    [{ name: 'Ada', locale: 'none' }, 400, 'invalid_value'],
    [{ token: 'none', name: 'Ada' }, 401, 'token_invalid'],
  ])('%j: %i %s, and nothing is changed', async (fields, status, code) => {
    const { addPerson, post } = open();
    const { account, token } = await addPerson();
    const answered = await post('update', { token, ...fields });
    expect([answered.status, answered.body.code]).toEqual([status, code]);
    expect([await find(account.id), await eventsOf(account.id)]).toEqual([account, []]);
  });

  test('409 for an account that was deleted meanwhile', async () => {
    const { id } = makeAccount({ id: newId() });
    const update = createOwnAccountStore(database).update(id, { name: 'Ada' }, makeLogEntry());
    expect(await update).toBe(false);
  });

  test('200 changes the name, the language, or both, each with its event', async () => {
    const { addPerson, post } = open();
    const { account, token } = await addPerson();
    for (const [sent, answer] of [
      [{ name: 'Grace' }, { name: 'Grace', locale: null }],
      [{ locale: 'de' }, { name: 'Grace', locale: 'de' }],
      [
        { name: 'Ada L.', locale: 'ja' },
        { name: 'Ada L.', locale: 'ja' },
      ],
    ])
      expect((await post('update', { token, ...sent })).body.data).toEqual(answer);
    expect(await find(account.id)).toMatchObject({ name: 'Ada L.', locale: 'ja' });
    expect(await eventsOf(account.id)).toEqual(Array.from({ length: 3 }, () => 'account.update'));
  });
});

describe('POST /account/me/delete', () => {
  const shown = { 'auth.pass': password };

  test.each<[object, number, string, string | undefined, Partial<Account>]>([
    [{ 'auth.pass': undefined }, 400, 'missing_field', 'auth.pass', {}],
    [{ 'auth.pass': 'wrong' }, 401, 'invalid_credentials', undefined, {}],
    [{ token: 'none' }, 401, 'token_invalid', undefined, {}],
    [{}, 403, 'fresh_code_required', 'auth.code', { totpSecret }],
    [{ 'auth.code': ' ' }, 403, 'fresh_code_required', 'auth.code', { totpSecret }],
    [{ 'auth.code': '000000' }, 401, 'invalid_credentials', undefined, { totpSecret }],
  ])('%j: %i %s, and nothing ends', async (fields, status, code, field, { totpSecret: secret }) => {
    const { service, addPerson, post } = open();
    const id = newId();
    const sealed = secret == null ? null : service.secrets.seal(secret, id);
    const { account, token } = await addPerson({ id, totpSecret: sealed });
    const answered = await post('delete', { token, ...shown, ...fields });
    expect([answered.status, answered.body.code, answered.body.field]).toEqual([status, code, field]);
    expect(await find(account.id)).toEqual(account);
    expect(service.siblings.consentsEnded).toEqual([]);
  });

  test('409 names the org of its last active owner, and nothing ends', async () => {
    const { service, addPerson, post } = open();
    const { account, token } = await addPerson();
    const org = await join(account.id, 'owner');
    const other = makeAccount({ id: newId(), email: `${newId()}@example.test`, status: 'disabled' });
    await insertAccount(database, other);
    await join(other.id, 'owner', org);
    const { status, body } = await post('delete', { token, ...shown });
    expect([status, body.code, body.about]).toEqual([409, 'state_conflict', { org }]);
    expect([await find(account.id), service.siblings.consentsEnded]).toEqual([account, []]);
  });

  test('503 where sso is not there, and nothing ends', async () => {
    const { service, addPerson, post } = open();
    const { account, token } = await addPerson();
    service.siblings.down.add('sso');
    expect((await post('delete', { token, ...shown })).status).toBe(503);
    expect([await find(account.id), await eventsOf(account.id)]).toEqual([account, []]);
  });

  test('200 retires the account, gives its address free, and its token is refused from then on', async () => {
    const { service, addPerson, post } = open();
    const id = newId();
    const sealed = service.secrets.seal(totpSecret, id);
    const { account, token } = await addPerson({ id, totpSecret: sealed, locale: 'de' });
    const code = generateSync({ secret: totpSecret, epoch: Math.floor(service.clock.now() / 1000) });
    const { status, body } = await post('delete', { token, ...shown, 'auth.code': code });
    expect([status, body.data]).toEqual([200, { deleted: true }]);
    expect(await find(id)).toMatchObject({
      email: `retired:${id}`,
      name: '',
      status: 'deleted',
      locale: null,
      emailVerifiedAt: null,
      passwordHash: null,
      totpSecret: null,
    });
    expect(service.siblings.consentsEnded).toEqual([id]);
    expect((await post('view', { token })).status).toBe(401);
    expect(await eventsOf(id)).toEqual(['account.delete']);
    await insertAccount(database, makeAccount({ id: newId(), email: account.email }));
  });
});

describe('deleting', () => {
  const remove = (account: Account, step?: number) =>
    createOwnAccountStore(database).delete({
      account,
      factor: step === undefined ? undefined : { kind: 'totp', step },
      row: makeLogEntry({ createdAt: now, event: 'account.delete', userId: account.id }),
    });
  async function add(changes: Partial<Account> = {}) {
    const id = newId();
    const account = makeAccount({ id, email: `${id}@example.test`, ...changes });
    await insertAccount(database, account);
    return account;
  }
  const codes = (settled: readonly PromiseSettledResult<unknown>[]) =>
    settled.flatMap((one) => (one.status === 'rejected' ? [(one.reason as { code?: string }).code] : []));

  test('is done by one of 20 callers, who writes the one row', async () => {
    const account = await add();
    const all = await Promise.allSettled(Array.from({ length: 20 }, () => remove(account)));
    expect(codes(all)).toEqual(Array.from({ length: 19 }, () => 'state_conflict'));
    expect(await eventsOf(account.id)).toEqual(['account.delete']);
  });

  test.each<[string, Partial<Account>, number | undefined]>([
    ['has another password since', { tokensValidAfter: later }, undefined],
    ['is disabled', { status: 'disabled' }, undefined],
    ['has another kind', { kind: 'admin' }, undefined],
    ['has spent the one-time code', {}, 7],
  ])('leaves an account alone that %s', async (_what, changes, step) => {
    const account = await add(changes);
    await database.prisma.user.update({ where: { id: account.id }, data: { totpLastStep: 7 } });
    const proved = { ...account, tokensValidAfter: null, kind: 'user', status: 'active' } as const;
    await expect(remove(proved, step)).rejects.toMatchObject({ code: 'state_conflict' });
    expect(await find(account.id)).toEqual(account);
  });

  test('keeps one of two owners who delete their accounts at once, and names the org to the other', async () => {
    for (let round = 0; round < 6; round += 1) {
      const owners = [await add(), await add()];
      const org = await join(owners[0]!.id, 'owner');
      await join(owners[1]!.id, 'owner', org);
      const settled = await Promise.allSettled(owners.map((owner) => remove(owner)));
      expect(codes(settled)).toEqual(['state_conflict']);
      const [refused] = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as object] : []));
      expect(refused).toMatchObject({ about: { org } });
    }
  });

  test('keeps an owner where one deletes the account and the other leaves at once', async () => {
    for (let round = 0; round < 6; round += 1) {
      const [one, other] = [await add(), await add()];
      const org = await join(one.id, 'owner');
      await join(other.id, 'owner', org);
      const leave = createOrgStore(database).removeMember(
        { orgId: org, userId: other.id, by: other.id },
        makeLogEntry({ createdAt: now }),
      );
      expect(codes(await Promise.allSettled([remove(one), leave]))).toEqual(['state_conflict']);
    }
  });

  test('keeps the last root of 10 who delete their accounts at once', async () => {
    await database.prisma.user.updateMany({ where: { kind: 'root' }, data: { kind: 'user' } });
    const roots: Account[] = [];
    for (let count = 0; count < 10; count += 1) roots.push(await add({ kind: 'root' }));
    const settled = await Promise.allSettled(roots.map((root) => remove(root)));
    expect(codes(settled)).toEqual(['state_conflict']);
    const [refused] = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as object] : []));
    expect(refused).toMatchObject({ about: { kind: 'root' } });
  });

  test('ends memberships, codes, links, mails, invitations and clients, of that account only', async () => {
    const { prisma } = database;
    async function addAll() {
      const account = await add();
      const { id: userId, email } = account;
      const orgId = await join(userId, 'member');
      const client = makeClient({ clientId: `client-${userId}`, ownerId: userId });
      await insertClient(database, client, [['hash', null]]);
      const invitation = { orgId, role: 'member', createdAt: now, expiresAt: later };
      await prisma.invitation.createMany({
        data: [
          { ...invitation, id: newId(), email, invitedBy: newId() },
          { ...invitation, id: newId(), email: `${newId()}@x.test`, invitedBy: userId },
          { ...invitation, id: newId(), email: `old-${email}`, invitedBy: userId, acceptedAt: now },
        ],
      });
      await prisma.recoveryCode.create({ data: { userId, codeHash: 'hash', createdAt: now } });
      const link = { purpose: 'reset', createdAt: now, expiresAt: later };
      await prisma.link.create({ data: { ...link, id: newId(), email, userId } });
      await prisma.link.create({ data: { ...link, id: newId(), email, purpose: 'sign_up' } });
      const mail = { kind: 'reset', recipient: email, locale: 'en', facts: {}, dueAt: now, createdAt: now };
      await prisma.mail.create({ data: { ...mail, id: newId(), userId, status: 'waiting' } });
      await prisma.mail.create({ data: { ...mail, id: newId(), status: 'waiting' } });
      const look = async () => ({
        roles: await prisma.member.count({ where: { userId, status: 'active' } }),
        invitations: await prisma.invitation.count({ where: { OR: [{ email }, { invitedBy: userId }] } }),
        codes: await prisma.recoveryCode.count({ where: { userId } }),
        links: await prisma.link.count({ where: { email, endedAt: null } }),
        mails: await prisma.mail.count({ where: { recipient: email, status: 'waiting' } }),
        clients: await prisma.oAuthClient.count({ where: { ownerId: userId, archivedAt: null } }),
      });
      return { account, look };
    }
    const [gone, left] = [await addAll(), await addAll()];
    const before = await left.look();
    expect(await remove(gone.account)).toEqual([]);
    expect(await gone.look()).toEqual({ roles: 0, invitations: 1, codes: 0, links: 0, mails: 0, clients: 0 });
    expect(await left.look()).toEqual(before);
    expect(before).toEqual({ roles: 1, invitations: 3, codes: 1, links: 2, mails: 2, clients: 1 });
  });
});

test('the log shows no address of a deleted account, neither as subject nor as operator', () => {
  const id = newId();
  const names = { clientName: null, orgSlug: null, userEmail: `retired:${id}`, actorEmail: `retired:${id}` };
  expect(entryAnswer({ ...makeLogEntry({ userId: id, actorId: id }), ...names })).toMatchObject({
    user: { id, email: null },
    actor: { kind: 'operator', id, email: null },
  });
});
