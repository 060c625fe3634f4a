import type { Account } from '../../src/accounts/account.ts';
import type { MailKind } from '../../src/people/mail/mail.ts';
import { type Database } from '../../src/store/database.ts';
import { failUp } from '../setup/accounts.ts';
import { browser, createDoors, type Doors } from '../setup/doors.ts';
import { database } from '../setup/test-database.ts';

const operator = { kind: 'admin', totpSecret: null } as const;
const unverified = { emailVerifiedAt: null };

/** Whatever has an address, and the mail that each form leads to: a sign-up, a reset, a reset where nobody signs up. */
const cases: readonly (readonly [
  string,
  Partial<Account> | 'invited' | undefined,
  [MailKind, MailKind, MailKind],
])[] = [
  ['an unknown address', undefined, ['sign_up', 'none', 'none']],
  ['a verified account', {}, ['already_account', 'reset', 'reset']],
  ['an unverified account', unverified, ['sign_up', 'sign_up', 'none']],
  ['a disabled account', { status: 'disabled' }, ['already_account', 'none', 'none']],
  [
    'an unverified account that is disabled',
    { ...unverified, status: 'disabled' },
    ['sign_up', 'sign_up', 'none'],
  ],
  ['an invited account', 'invited', ['invitation', 'invitation', 'invitation']],
  ['an operator without one-time codes', operator, ['already_account', 'ask_operator', 'ask_operator']],
  ['an operator with them', { ...operator, totpSecret: 'sealed' }, ['already_account', 'reset', 'reset']],
];
const forms = [
  ['sign_up', true],
  ['reset', true],
  ['reset', false],
] as const;

/** The database, and how often it was asked something. */
function countStatements(real: Database): { counted: Database; count: () => number } {
  let sent = 0;
  const counting = <Target extends object>(target: Target): Target =>
    new Proxy(target, {
      get(of, name) {
        const value: unknown = Reflect.get(of, name);
        if (name === '$transaction')
          return (run: (transaction: object) => unknown) =>
            real.prisma.$transaction(async (transaction) => run(counting(transaction)));
        if (typeof value !== 'function') return value;
        return (...all: unknown[]) => {
          if (['query', 'execute', '$queryRaw', '$executeRaw'].includes(String(name))) sent += 1;
          return (value as (...given: unknown[]) => unknown).apply(of, all);
        };
      },
    });
  return { counted: counting({ ...real, prisma: counting(real.prisma) }), count: () => sent };
}

async function addressOf(doors: Doors, which: Partial<Account> | 'invited' | undefined): Promise<string> {
  if (which === undefined) return `nobody-${crypto.randomUUID()}@example.test`;
  if (which !== 'invited') return (await doors.add(which)).email;
  const email = `invited-${crypto.randomUUID()}@example.test`;
  const admin = await doors.add({ kind: 'admin' });
  expect((await doors.send('/admin/user/create', admin, { email, locale: 'fr' })).status).toBe(200);
  doors.clock.advance(600);
  return email;
}

describe.each(cases)('200 for %s', (_which, which, kinds) => {
  test.each(forms.map(([purpose, maySignUp], at) => [purpose, maySignUp, kinds[at]] as const))(
    'by the form %s (anybody may sign up: %s): a mail of kind %s',
    async (purpose, maySignUp, kind) => {
      const doors = createDoors();
      const email = await addressOf(doors, which);
      const before = (await doors.mailsTo(email)).length;
      expect(await doors.ask(email, purpose, maySignUp)).toEqual({ ok: true, data: { mail: 'on' } });
      const mails = (await doors.mailsTo(email)).slice(before);
      expect(mails.map((mail) => mail.kind)).toEqual([kind]);
      const [mail] = mails;
      const hasLink = ['sign_up', 'reset', 'invitation'].includes(kind!);
      expect([mail?.link?.endedAt ?? null, mail?.link?.purpose]).toEqual([null, hasLink ? kind : undefined]);
      expect(mail?.status).toBe(kind === 'none' ? 'dropped' : 'waiting');
      expect(mail?.locale).toBe(which === 'invited' ? 'fr' : 'de');
      const isTheirs = which !== undefined && which !== 'invited' && which.emailVerifiedAt !== null;
      if (kind !== 'none') expect('userAgent' in Object(mail?.facts)).toBe(isTheirs);
    },
  );
});

test('200 every address costs the same statements and one mail', async () => {
  const answers = [];
  for (const [purpose, maySignUp] of forms)
    for (const [, which] of cases) {
      const { counted, count } = countStatements(database);
      const doors = createDoors({}, counted);
      const email = await addressOf(doors, which);
      const [before, mails] = [count(), await database.prisma.mail.count()];
      const answer = await doors.ask(email, purpose, maySignUp);
      answers.push([answer, count() - before, (await database.prisma.mail.count()) - mails]);
    }
  expect(new Set(answers.map((one) => JSON.stringify(one)))).toEqual(
    new Set([JSON.stringify([{ ok: true, data: { mail: 'on' } }, 4, 1])]),
  );
});

test('200 the invitation of an invited account is mailed again with the same link, once in 2 minutes', async () => {
  const doors = createDoors();
  const email = await addressOf(doors, 'invited');
  const first = await doors.newestTo(email);
  await doors.ask(email, 'reset');
  await doors.ask(email, 'sign_up');
  const kinds = (await doors.mailsTo(email)).map(({ kind, linkId }) => [kind, linkId !== null]);
  expect(kinds.toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
    ['invitation', true],
    ['invitation', true],
    ['none', false],
  ]);
  expect(await doors.view(first.token)).toMatchObject({ data: { purpose: 'invitation', name: null } });
});

test('429 for a mailbox that was asked for five times, which costs its network nothing more', async () => {
  const doors = createDoors();
  const email = await addressOf(doors, undefined);
  for (let count = 0; count < 5; count += 1) expect(await doors.ask(email)).toMatchObject({ ok: true });
  expect(await doors.ask(email)).toMatchObject({ ok: false, code: 'throttled' });
  const { context } = doors;
  const ofNetwork = context.counterOf('mailNetwork', context.networkOf(browser.ip));
  expect(await failUp(context, [ofNetwork])).toBe(15);
});

test('429 in every /64 of an IPv6 /48 that has asked for 320 mails, and 200 in another one', async () => {
  const doors = createDoors();
  const { context } = doors;
  const ask = async (ip: string) => doors.ask(await addressOf(doors, undefined), 'sign_up', true, ip);
  for (const ip of ['2001:db8:0:1::1', '2001:db8:0:2::1']) expect(await ask(ip)).toMatchObject({ ok: true });
  expect(await failUp(context, [context.counterOf('mailSite', '2001:db8:0::/48')])).toBe(318);
  expect(await ask('2001:db8:0:3::1')).toMatchObject({ ok: false, code: 'throttled' });
  expect(await ask('2001:db8:1:3::1')).toMatchObject({ ok: true });
});
