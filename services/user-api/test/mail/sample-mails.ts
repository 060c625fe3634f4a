import { linkLifeMs } from '../../src/people/mail/link.ts';
import type { MailFacts } from '../../src/people/mail/mail.ts';
import { noticeTexts } from '../../src/people/mail/notices.ts';
import type { DueMail } from '../../src/people/mail/outbox.ts';
import { makeMail } from '../setup/make-mail.ts';
import { startMs } from '../setup/signer.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
/** What a hostile stranger would write. */
const hostile = '<b>Pay</b> at https://evil.example/x?a=1 or ask@evil.example "now"\r\nBcc: x@evil.example';

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
    expiresAt: new Date(startMs + linkLifeMs[purpose]),
    endedAt: null,
  };
  const all = { ip: '198.51.100.7', userAgent: firefox, ...facts };
  return { ...makeMail({ kind, facts: all, linkId: link?.id ?? null }), attempts: 1, link: link ?? null };
}

const device = { clientName: 'Acme Backup', deviceName: 'anna’s laptop', deviceIp: '2001:db8::7' };
const ofDevices = ['device.approved', 'app.signed_in', 'device.confirmation_failed', 'admin.granted'];
const notices = Object.keys(noticeTexts).map((event) => {
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

/** The same with all that others write turned against the reader. */
export const hostileMails: Readonly<Record<string, DueMail>> = Object.fromEntries(
  Object.entries(sampleMails).map(([name, mail]) => [
    name,
    {
      ...mail,
      facts: {
        ...mail.facts,
        userAgent: 'evil.example/1',
        ...(mail.facts.orgName !== undefined && { orgName: hostile }),
        role: hostile,
        inviter: hostile,
        ...(mail.facts.inviterAddress !== undefined && { inviterAddress: hostile }),
        ...(mail.facts.newAddress !== undefined && { newAddress: hostile }),
        clientName: hostile,
        deviceName: hostile,
      },
    },
  ]),
);
