import { linkLifeMs } from './link.ts';
import type { MailFacts } from './mail.ts';
import { noticeTexts } from './notices.ts';
import type { DueMail } from './outbox.ts';

const now = new Date('2026-11-27T08:00:00Z');

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

function sample(kind: DueMail['kind'], facts: MailFacts = {}): DueMail {
  const purposes = {
    sign_up: 'sign_up',
    confirm: 'confirm',
    invitation: 'invitation',
    reset: 'reset',
    email_changed: 'restore',
  } as const;
  const purpose = kind in purposes ? purposes[kind as keyof typeof purposes] : undefined;
  const link = purpose && {
    id: 'l'.repeat(43),
    purpose,
    email: 'ada@example.test',
    expiresAt: new Date(now.getTime() + linkLifeMs[purpose]),
    endedAt: null,
  };
  return {
    id: kind,
    kind,
    recipient: 'ada@example.test',
    userId: null,
    linkId: link?.id ?? null,
    locale: 'en',
    facts: { ip: '198.51.100.7', userAgent: firefox, ...facts },
    status: 'waiting',
    dueAt: now,
    createdAt: now,
    attempts: 1,
    link: link ?? null,
  };
}

const device = { clientName: 'Acme Backup', deviceName: 'anna’s laptop', deviceIp: '2001:db8::7' };
const ofDevices = ['device.approved', 'app.signed_in', 'device.confirmation_failed', 'admin.granted'];
const drop = { label: 'router in the office', dropKind: 'password' };
const notices = Object.keys(noticeTexts).map((event) => {
  if (event.startsWith('drop.')) return [event, sample('drop', { event, ...drop })] as const;
  const kind = ofDevices.includes(event) ? 'device' : 'changed';
  const { clientName, ...own } = device;
  const about = { clientName, ...(event !== 'app.signed_in' && own) };
  return [event, sample(kind, { event, ...(kind === 'device' && about) })] as const;
});

/** A mail of each text. */
export const sampleMails: Readonly<Record<string, DueMail>> = {
  sign_up: sample('sign_up'),
  confirm: sample('confirm'),
  already_account: sample('already_account'),
  invitation: sample('invitation', {
    orgName: 'Acme Corporation',
    role: 'admin',
    inviter: 'Grace Hopper',
    inviterAddress: 'grace@example.test',
  }),
  invitation_account: sample('invitation', { inviterAddress: 'grace@example.test' }),
  reset: sample('reset'),
  ask_operator: sample('ask_operator'),
  email_taken: sample('email_taken'),
  email_changed: sample('email_changed', { newAddress: 'new@example.test' }),
  ...Object.fromEntries(notices),
  digest: sample('digest', { count: 12 }),
};
