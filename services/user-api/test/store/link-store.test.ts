import { useTestDatabase } from '@latchkey/testing';
import type { Account } from '../../src/accounts/account.ts';
import { newAccount } from '../../src/accounts/new-account.ts';
import { keepNone } from '../../src/accounts/voiding.ts';
import type { ResetAct, SignUpAct } from '../../src/people/links/link-store.ts';
import { createMail } from '../../src/people/mail/create-mail.ts';
import { createLink, type Link } from '../../src/people/mail/link.ts';
import type { MailKind } from '../../src/people/mail/mail.ts';
import { createAccountStore } from '../../src/store/accounts/account-store.ts';
import { createDatabase } from '../../src/store/database.ts';
import { createInvitationStore } from '../../src/store/people/invitation-store.ts';
import { createLinkStore } from '../../src/store/people/link-store.ts';
import { makeAccount, makeSession } from '../setup/accounts.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';
import { startMs } from '../setup/signer.ts';
import { insertAccount, insertOrg } from './rows.ts';

const database = useTestDatabase('user-api', createDatabase);
const now = new Date(startMs);
const ports = {
  now: () => startMs,
  newId: () => crypto.randomUUID(),
  randomBytes: (size: number) => crypto.getRandomValues(new Uint8Array(size)),
};
const links = () => createLinkStore(database());
const accounts = () => createAccountStore(database());

const makeEmail = () => `${crypto.randomUUID()}@example.test`;
function makeMail(link: Link, kind: MailKind) {
  const to = { recipient: link.email, userId: link.userId, linkId: link.id, locale: 'en', facts: {} };
  return createMail(ports, { kind, ...to });
}
async function addLink(link: Link): Promise<Link> {
  await database().prisma.link.create({ data: link });
  return link;
}
const session = () => makeSession({ id: crypto.randomUUID(), userId: crypto.randomUUID(), kind: 'root' });

function signUpOf(link: Link): SignUpAct {
  const { email } = link;
  return {
    link,
    owner: newAccount({
      id: crypto.randomUUID(),
      email,
      name: 'Anna',
      passwordHash: 'own',
      emailVerifiedAt: now,
    }),
    memberId: crypto.randomUUID(),
    session: session(),
    deviceHash: 'device',
    rows: {
      signUp: makeLogEntry({ event: 'user.signup' }),
      signIn: makeLogEntry({ event: 'user.root_session' }),
      join: makeLogEntry({ event: 'invitation.accept' }),
    },
  };
}
function resetOf(link: Link, account: Account): ResetAct {
  const { id: userId } = account;
  const rows = {
    change: makeLogEntry({ event: 'password.change', userId }),
    signIn: makeLogEntry({ event: 'user.root_session', userId }),
  };
  const opened = { session: { ...session(), userId }, deviceHash: 'device' };
  return { link, account, passwordHash: 'new', factor: undefined, ...opened, rows, endsPasskeys: undefined };
}
async function addAccount(changes: Partial<Account> = {}): Promise<Account> {
  const account = makeAccount({ id: crypto.randomUUID(), email: makeEmail(), ...changes });
  await insertAccount(database(), account);
  return account;
}
const settle = async (all: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(all)).map((one) =>
    one.status === 'fulfilled' ? 'done' : String((one.reason as { code?: unknown }).code),
  );

test('20 requests at once write 20 mails, and one of them has the one open link', async () => {
  const email = makeEmail();
  await Promise.all(
    Array.from({ length: 20 }, () => {
      const link = createLink(ports, { purpose: 'sign_up', email });
      return links().request({ link, mail: makeMail(link, 'sign_up') });
    }),
  );
  const mails = await database().prisma.mail.findMany({ where: { recipient: email } });
  const loud = mails.filter(({ kind }) => kind !== 'none');
  expect([mails.length, loud.length]).toEqual([20, 1]);
  expect(await database().prisma.link.findMany({ where: { email } })).toMatchObject([
    { id: loud[0]?.linkId, endedAt: null },
  ]);
});

test('of 20 sign-ups by a link and by another one of its address one makes an account, and its rows', async () => {
  const email = makeEmail();
  const both = [
    await addLink(createLink(ports, { purpose: 'sign_up', email })),
    await addLink(createLink(ports, { purpose: 'invitation', email })),
  ];
  const acts = Array.from({ length: 20 }, (_, at) => links().signUp(signUpOf(both[at % 2]!)));
  const answers = await settle(acts);
  expect(answers.filter((one) => one === 'done')).toHaveLength(1);
  expect(answers.filter((one) => one === 'not_found')).toHaveLength(19);
  const user = await database().prisma.user.findUniqueOrThrow({ where: { email } });
  expect(await database().prisma.requestLogEntry.count({ where: { userId: user.id } })).toBe(2);
  expect(await database().prisma.session.count({ where: { userId: user.id } })).toBe(1);
});

test('a sign-up, a change of the stranger’s account and 20 tries of the stranger lead to one account of the owner', async () => {
  const squatter = await addAccount({ emailVerifiedAt: null });
  const link = await addLink(createLink(ports, { purpose: 'sign_up', email: squatter.email }));
  const voiding = { validAfter: now, kept: keepNone, row: makeLogEntry() };
  const [first] = await settle([
    links().signUp(signUpOf(link)),
    ...Array.from({ length: 10 }, () =>
      accounts().setPassword(squatter.id, { hash: 'his', ...voiding, row: makeLogEntry() }),
    ),
    ...Array.from({ length: 10 }, () =>
      accounts().create({ ...squatter, id: crypto.randomUUID() }, makeLogEntry(), makeLogEntry()),
    ),
  ]);
  expect(first).toBe('done');
  const found = await accounts().findByEmail(squatter.email);
  expect(found).toMatchObject({ name: 'Anna', passwordHash: 'own', emailVerifiedAt: now });
  expect(await accounts().findById(squatter.id)).toMatchObject({ status: 'deleted', passwordHash: null });
});

test('a sign-up beside the end of its invitation does both or neither', async () => {
  const [orgId, inviter] = [crypto.randomUUID(), await addAccount({ kind: 'admin' })];
  await insertOrg(database(), orgId, orgId);
  const invitations = createInvitationStore(database());
  for (let round = 0; round < 6; round += 1) {
    const email = makeEmail();
    const id = crypto.randomUUID();
    const made = { id, orgId, email, role: 'member', invitedBy: inviter.id, createdAt: now } as const;
    const link = createLink(ports, { purpose: 'invitation', email, invitationId: id });
    await invitations.add({ ...made, expiresAt: link.expiresAt }, makeLogEntry(), undefined, {
      link,
      mail: null,
    });
    const [signedUp] = await settle([
      links().signUp(signUpOf(link)),
      invitations.withdraw({ id, orgId, by: null }, makeLogEntry()),
    ]);
    expect(['done', 'not_found']).toContain(signedUp);
    const members = await database().prisma.member.count({ where: { orgId, user: { email } } });
    expect([(await accounts().findByEmail(email)) !== undefined, members]).toEqual([
      signedUp === 'done',
      signedUp === 'done' ? 1 : 0,
    ]);
  }
});

test('of 20 resets and a disabling at once one resets at most, and nothing is signed in afterwards', async () => {
  const account = await addAccount();
  const link = await addLink(
    createLink(ports, { purpose: 'reset', email: account.email, userId: account.id }),
  );
  const voiding = { validAfter: now, kept: keepNone, row: makeLogEntry() };
  const answers = await settle([
    ...Array.from({ length: 20 }, () => links().reset(resetOf(link, account))),
    accounts().setStatus(account.id, { status: 'disabled', ...voiding }),
  ]);
  expect(answers.filter((one) => one === 'done').length).toBeLessThanOrEqual(2);
  expect(new Set(answers.filter((one) => one !== 'done'))).toEqual(new Set(['not_found']));
  expect(await database().prisma.session.count({ where: { userId: account.id, revokedAt: null } })).toBe(0);
});

test.each<[string, Partial<Account>]>([
  ['whose password was changed', { tokensValidAfter: now }],
  ['that has one-time codes meanwhile', { totpSecret: 'sealed' }],
])('state_conflict for the reset of an account %s, and the link stays', async (_which, changes) => {
  const account = await addAccount();
  const link = await addLink(
    createLink(ports, { purpose: 'reset', email: account.email, userId: account.id }),
  );
  await database().prisma.user.update({ where: { id: account.id }, data: changes });
  expect(await settle([links().reset(resetOf(link, account))])).toEqual(['state_conflict']);
  expect(await links().find(link.id, now)).toMatchObject({ id: link.id, invitation: null });
});

describe('while the log takes no row', () => {
  beforeEach(async () => {
    const statements = [
      `create function break_log() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$`,
      'create trigger break_log before insert on request_log for each row execute function break_log()',
    ];
    for (const statement of statements) await database().prisma.$executeRawUnsafe(statement);
  });
  const mend = () => database().prisma.$executeRawUnsafe('drop function if exists break_log cascade');
  afterEach(mend);

  test('no link is spent, and the act can be made afterwards', async () => {
    const [anna, bob] = [await addAccount({ emailVerifiedAt: null }), await addAccount()];
    const of = (account: Account, purpose: Link['purpose']) =>
      addLink(createLink(ports, { purpose, email: account.email, userId: account.id }));
    const [confirm, reset] = [await of(anna, 'confirm'), await of(bob, 'reset')];
    const signUp = await addLink(createLink(ports, { purpose: 'sign_up', email: makeEmail() }));
    const acts = () => [
      links().confirm(confirm.id, anna.id, makeLogEntry({ userId: anna.id })),
      links().reset(resetOf(reset, bob)),
      links().signUp(signUpOf(signUp)),
    ];
    expect(await settle(acts())).not.toContain('done');
    expect(await accounts().findById(bob.id)).toEqual(bob);
    expect(await accounts().findByEmail(signUp.email)).toBeUndefined();
    await mend();
    expect(await settle(acts())).toEqual(['done', 'done', 'done']);
  });
});

test('the counters of the lists are those of the rows after every act', async () => {
  const email = makeEmail();
  await links().signUp(signUpOf(await addLink(createLink(ports, { purpose: 'sign_up', email }))));
  const counted = async (list: string) =>
    Number((await database().prisma.rowCount.aggregate({ where: { list }, _sum: { rows: true } }))._sum.rows);
  const { user, session: sessions, requestLogEntry } = database().prisma;
  expect([await counted('users'), await counted('sessions'), await counted('request_log')]).toEqual([
    await user.count(),
    await sessions.count(),
    await requestLogEntry.count(),
  ]);
});
