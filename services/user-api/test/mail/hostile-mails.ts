import type { DueMail } from '../../src/people/mail/outbox.ts';
import { sampleMails } from '../../src/people/mail/sample-mails.ts';

/** What a hostile stranger would write. */
const hostile = '<b>Pay</b> at https://evil.example/x?a=1 or ask@evil.example "now"\r\nBcc: x@evil.example';

/** The sample mails with all that others write turned against the reader. */
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
        label: hostile,
        dropKind: hostile,
      },
    },
  ]),
);
