import { randomBytes } from 'node:crypto';
import { createClock, startMailbox, useTestDatabase, type Mailbox } from '@latchkey/testing';
import { createLinkTokens } from '../../src/link/link-token.ts';
import type { Link } from '../../src/link/link.ts';
import { createCompose } from '../../src/mail/compose.ts';
import { sendDue } from '../../src/mail/send-due.ts';
import { createMailServer } from '../../src/sibling/mail-server.ts';
import { createDatabase } from '../../src/store/database.ts';
import { createMailOutbox } from '../../src/store/mail-outbox.ts';
import { makeMail } from '../setup/make-mail.ts';
import { startMs } from '../setup/signer.ts';
import { insertMail } from '../store/mail-rows.ts';

const database = useTestDatabase('user-api', createDatabase);
const linkTokens = createLinkTokens([{ kid: 'a', key: Buffer.alloc(32, 'a') }]);
const compose = createCompose({ linkTokens, ssoUrl: 'https://sso.example.test' });
let mailbox: Mailbox;
beforeEach(async () => {
  mailbox = await startMailbox();
  await database().prisma.mail.deleteMany();
  await database().prisma.link.deleteMany();
});
afterEach(() => mailbox.stop());

function createSender({ url = mailbox.smtpUrl, ...parts } = {}) {
  const clock = createClock(startMs);
  const counted: string[] = [];
  const ports = {
    now: clock.now,
    outbox: createMailOutbox(database()),
    compose,
    deliver: createMailServer({ url, from: 'Example <no-reply@example.test>' }),
    count: (status: string) => void counted.push(status),
    isStopped: () => false,
    ...parts,
  };
  return { clock, counted, ports, send: () => sendDue(ports) };
}

const makeLink = (parts: Partial<Link> = {}): Link => ({
  id: randomBytes(32).toString('base64url'),
  purpose: 'reset',
  email: 'ada@example.test',
  userId: null,
  invitationId: null,
  createdAt: new Date(startMs),
  expiresAt: new Date(startMs + 1_800_000),
  ...parts,
});

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
  const kept = await database().prisma.mail.findUniqueOrThrow({ where: { id } });
  expect(kept).toMatchObject({ status: 'dropped', endedAt: new Date(startMs), problem: null });
});
