import { latchkeyTheme as theme } from '@latchkey/pages';
import { createClock, useTestDatabase } from '@latchkey/testing';
import { startMailbox, type Mailbox } from '@latchkey/testing/mailbox';
import { createCompose } from '../../src/people/mail/compose.ts';
import { createLinkTokens } from '../../src/people/mail/link-token.ts';
import { waitsMs } from '../../src/people/mail/outbox.ts';
import { sendDue, type SenderPorts } from '../../src/people/mail/send-due.ts';
import { createMailServer } from '../../src/sibling/mail-server.ts';
import { createDatabase } from '../../src/store/database.ts';
import { createMailOutbox } from '../../src/store/people/mail-outbox.ts';
import { makeLink } from '../setup/make-link.ts';
import { makeMail } from '../setup/make-mail.ts';
import { startMs } from '../setup/signer.ts';
import { insertMail } from '../store/mail-rows.ts';

const database = useTestDatabase('user-api', createDatabase);
const linkTokens = createLinkTokens([{ kid: 'a', key: Buffer.alloc(32, 'a') }]);
const compose = createCompose({ linkTokens, ssoUrl: 'https://sso.example.test', theme });
let mailbox: Mailbox;
beforeEach(async () => {
  mailbox = await startMailbox();
  await database().prisma.mail.deleteMany();
  await database().prisma.link.deleteMany();
});
afterEach(() => mailbox.stop());

const from = 'Example, the <no-reply@example.test>';

function createSender({ url = mailbox.smtpUrl, ...parts }: { url?: string } & Partial<SenderPorts> = {}) {
  const clock = createClock(startMs);
  const counted: string[] = [];
  const ports: SenderPorts = {
    now: clock.now,
    outbox: createMailOutbox(database()),
    compose,
    deliver: createMailServer({ url, from }),
    count: (status: string) => void counted.push(status),
    isStopped: () => false,
    ...parts,
  };
  return { clock, counted, ports, send: () => sendDue(ports) };
}

const read = (id: string) => database().prisma.mail.findUniqueOrThrow({ where: { id } });
const insertMany = async (count: number) => {
  const mails = Array.from({ length: count }, () => makeMail());
  for (const mail of mails) await insertMail(database(), mail);
  return mails;
};
const minutes = 60;

test('a mail arrives as text and HTML, with its link', async () => {
  const link = makeLink();
  const mail = await insertMail(database(), makeMail({ kind: 'reset' }), link);
  const { send, counted } = createSender();
  await send();
  const [received] = mailbox.messages('ada@example.test');
  const address = `https://sso.example.test/reset?link=${linkTokens.tokenOf(link)}`;
  expect(received).toMatchObject({
    messageId: `<${mail.id}@example.test>`,
    from: 'no-reply@example.test',
    headers: { 'auto-submitted': 'auto-generated' },
    links: [address],
    text: expect.stringContaining(address),
    html: expect.stringContaining(`href="${address}"`),
  });
  expect(counted).toEqual(['sent']);
  await send();
  expect(mailbox.messages()).toHaveLength(1);
});

test('a mail of kind none is never sent, and ends as if it were', async () => {
  const { id } = await insertMail(database(), makeMail({ kind: 'none' }));
  const { send } = createSender();
  await send();
  expect(mailbox.messages()).toEqual([]);
  expect(await read(id)).toMatchObject({ status: 'dropped', attempts: 1 });
});

test('a mail that is not due waits', async () => {
  await insertMail(database(), makeMail({ dueAt: new Date(startMs + 1) }));
  const { send } = createSender();
  await send();
  expect(mailbox.messages()).toEqual([]);
});

test.each([
  ['whose link was used', { endedAt: new Date(startMs) }],
  ['whose link has expired', { expiresAt: new Date(startMs) }],
])('a mail %s is dropped', async (_, parts) => {
  const { endedAt = null, ...rest } = parts as { endedAt?: Date; expiresAt?: Date };
  const link = makeLink(rest);
  const { id } = await insertMail(database(), makeMail({ kind: 'reset' }), link);
  await database().prisma.link.update({ where: { id: link.id }, data: { endedAt } });
  const { send, counted } = createSender();
  await send();
  expect(counted).toEqual(['dropped']);
  expect(mailbox.messages()).toEqual([]);
  expect(await read(id)).toMatchObject({ status: 'dropped', endedAt: new Date(startMs), problem: null });
});

describe('a mail server', () => {
  test('that is down for an hour gets each mail once when it is back, and is not asked for all meanwhile', async () => {
    const mails = await insertMany(12);
    const tried: string[] = [];
    let isDown = true;
    const real = createSender();
    const down = createMailServer({ url: 'smtp://127.0.0.1:1', from });
    const { clock } = real;
    const { send } = createSender({
      now: clock.now,
      deliver(message) {
        tried.push(message.id);
        return isDown ? down(message) : real.ports.deliver(message);
      },
    });
    await send();
    expect(tried).toHaveLength(5);
    for (let minute = 0; minute < 60; minute += 1) {
      clock.advance(minutes);
      await send();
    }
    expect(mailbox.messages()).toEqual([]);
    const [one] = mails;
    expect(await read(one!.id)).toMatchObject({ status: 'waiting', problem: 'CONN ESOCKET' });
    isDown = false;
    clock.advance(60 * minutes);
    await send();
    expect(
      mailbox
        .messages()
        .map(({ messageId }) => messageId)
        .sort(),
    ).toEqual(mails.map(({ id }) => `<${id}@example.test>`).sort());
  });

  test('that never takes a mail is asked ten times in a day; then the mail is dead', async () => {
    mailbox.setFault({ at: 'recipient', code: 450 });
    const { id } = await insertMail(database(), makeMail());
    const { clock, counted, send } = createSender();
    for (const waitMs of [0, ...waitsMs]) {
      clock.advance((waitMs - 1) / 1000);
      await send();
      clock.advance(0.001);
      await send();
    }
    expect(counted).toEqual([...Array(9).fill('waiting'), 'dead']);
    const endedAt = new Date(startMs + 24 * 60 * 60_000);
    expect((await read(id)).endedAt!.getTime()).toBeLessThanOrEqual(endedAt.getTime());
    expect(await read(id)).toMatchObject({ status: 'dead', attempts: 10 });
  });

  test.each([
    ['recipient', 550, 'dead', 'RCPT TO 550 not now, or never'],
    ['recipient', 450, 'waiting', 'RCPT TO 450 not now, or never'],
    ['data', 450, 'waiting', 'DATA 450 not now, or never'],
    ['data', 554, 'waiting', 'DATA 554 not now, or never'],
  ] as const)('that refuses at the %s with %d: the mail is %s', async (place, code, status, problem) => {
    mailbox.setFault({ at: place, code });
    const { id } = await insertMail(database(), makeMail());
    const { clock, send } = createSender();
    await send();
    expect(await read(id)).toMatchObject({ status, problem });
    mailbox.setFault(undefined);
    clock.advance(2 * minutes);
    await send();
    expect(mailbox.messages()).toHaveLength(status === 'dead' ? 0 : 1);
  });

  test.each(['drops', 'hangs'] as const)(
    'that takes a mail and %s before it says so: the mail is repeated under the same Message-ID',
    async (fault) => {
      mailbox.setFault(fault);
      const { id } = await insertMail(database(), makeMail({ kind: 'reset' }), makeLink());
      const { clock, send } = createSender();
      // Time enough for a server to take the mail; only one that hangs uses it up.
      const deliver = createMailServer({ url: mailbox.smtpUrl, from, connectMs: 3_000 });
      await createSender({ now: clock.now, deliver }).send();
      expect(await read(id)).toMatchObject({ status: 'waiting', attempts: 1 });
      mailbox.setFault(undefined);
      clock.advance(2 * minutes);
      await send();
      const [first, second, ...more] = mailbox.messages();
      expect([first?.messageId, first?.links, more]).toEqual([second?.messageId, second?.links, []]);
      expect(await read(id)).toMatchObject({ status: 'sent', attempts: 2, problem: null });
    },
  );

  test('that offers no TLS never gets the password, and no problem shows it', async () => {
    const url = mailbox.smtpUrl.replace('//', '//hunter:hunter2@');
    const { id } = await insertMail(database(), makeMail());
    const { send } = createSender({ url });
    await send();
    expect(mailbox.messages()).toEqual([]);
    const { status, problem } = await read(id);
    expect(status).toBe('waiting');
    expect(problem).not.toContain('hunter2');
  });
});

test('a sender that is killed between sending and writing so: the next one repeats the mail', async () => {
  const { id } = await insertMail(database(), makeMail());
  const outbox = createMailOutbox(database());
  const killed = createSender({ outbox: { ...outbox, settle: () => Promise.reject(new Error('killed')) } });
  await expect(killed.send()).rejects.toThrow('killed');
  const next = createSender();
  await next.send();
  expect(mailbox.messages()).toHaveLength(1);
  next.clock.advance(2 * minutes);
  await next.send();
  expect(new Set(mailbox.messages().map(({ messageId }) => messageId))).toEqual(
    new Set([`<${id}@example.test>`]),
  );
  expect(mailbox.messages()).toHaveLength(2);
  expect(await read(id)).toMatchObject({ status: 'sent' });
});

test('many senders at once send each mail once', async () => {
  const mails = await insertMany(23);
  const senders = Array.from({ length: 4 }, () => createSender());
  await Promise.all(senders.map(({ send }) => send()));
  expect(
    mailbox
      .messages()
      .map(({ messageId }) => messageId)
      .sort(),
  ).toEqual(mails.map(({ id }) => `<${id}@example.test>`).sort());
});

test('a sender that is stopped finishes the mails in hand and takes no more', async () => {
  await insertMany(12);
  let isStopped = false;
  const { ports, send } = createSender({ isStopped: () => isStopped });
  const { deliver } = ports;
  Object.assign(ports, {
    deliver(message: Parameters<typeof deliver>[0]) {
      isStopped = true;
      return deliver(message);
    },
  });
  await send();
  expect(mailbox.messages()).toHaveLength(5);
});

test('a mail whose text cannot be made waits, and stops no other', async () => {
  const broken = await insertMail(database(), makeMail());
  await insertMail(database(), makeMail());
  const { send } = createSender({
    compose(mail) {
      if (mail.id === broken.id) throw new RangeError('https://secret.example');
      return compose(mail);
    },
  });
  await send();
  expect(mailbox.messages()).toHaveLength(1);
  expect(await read(broken.id)).toMatchObject({ status: 'waiting', problem: 'RangeError' });
});

describe('an address', () => {
  test.each([
    'ada@example.test>\r\nRCPT TO:<eve@example.test',
    'ada@example.test\r\nBcc: eve@example.test',
    'ada@example.test\u0001',
    'ada@example.test eve@example.test',
    '<eve@example.test>@example.test',
    'Ada <eve@example.test>',
    'eve@example.test(@example.test)',
    'ada,eve@example.test',
    'ada;eve@example.test',
    'ada:eve@example.test;',
    '"eve@example.test, ada"@example.test',
    'ada@[127.0.0.1]',
    'ada',
    '',
  ])('%j gets no mail, and no other gets it', async (recipient) => {
    const { id } = await insertMail(database(), makeMail({ recipient }));
    const { send } = createSender();
    await send();
    expect(await read(id)).toMatchObject({ status: 'dead', problem: 'no plain address' });
    expect(mailbox.messages()).toEqual([]);
  });

  test.each([
    "o'neill+tag=x/y@example.test",
    'a!b%c@example.test',
    'Ada.Love@example.test',
    '-@example.test',
  ])('%j gets its mail', async (recipient) => {
    await insertMail(database(), makeMail({ recipient }));
    const { send } = createSender();
    await send();
    expect(mailbox.messages()).toMatchObject([{ recipient, to: recipient }]);
  });

  test('with letters of other scripts in its domain arrives', async () => {
    await insertMail(database(), makeMail({ recipient: 'ada@bücher.example' }));
    const { send, counted } = createSender();
    await send();
    expect(counted).toEqual(['sent']);
  });
});

test('the name of an org in a subject makes no header of its own', async () => {
  const orgName = 'Acme\r\nBcc: eve@example.test';
  const facts = { orgName, inviter: orgName, role: 'member' };
  await insertMail(database(), makeMail({ kind: 'invitation', facts }), makeLink({ purpose: 'invitation' }));
  const { send } = createSender();
  await send();
  const [mail] = mailbox.messages();
  expect(Object.keys(mail?.headers ?? {})).toContain('subject');
  expect(mail?.headers).not.toHaveProperty('bcc');
  expect(mailbox.messages('eve@example.test')).toEqual([]);
});
