import { cleanText, summariseUserAgent } from '@latchkey/pages';
import { isNoticeEvent } from '../../request-log/notice.ts';
import type { Mail } from './mail.ts';
import { noticeTexts } from './notices.ts';
import { quoteOther, showAddress } from './quote.ts';
import type { NoticeText, Texts } from './texts/en.ts';

/** What a mail says, before it is laid out. A word in {} in a text is replaced by an address or a value of the installation. */
export interface Description {
  readonly subject: string;
  readonly what: string;
  /** Labels and values, in their order. */
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly button: { readonly label: string; readonly place: 'link' | 'login' | 'account' | 'drops' } | null;
  readonly ifNotYou: string;
}

type Described = Pick<Mail, 'kind' | 'facts' | 'createdAt'>;

/** Chooses the words of a mail. A mail of kind none has none: it is never sent. */
export function describeMail(mail: Described, texts: Texts): Description {
  switch (mail.kind) {
    case 'none':
    case 'changed':
    case 'device':
    case 'drop':
    case 'digest':
      return describeNotice(mail, texts);
    default: {
      const isOfAccount = mail.kind === 'invitation' && mail.facts.orgName === undefined;
      const { button, ...words } = texts.asked[isOfAccount ? 'invitation_account' : mail.kind];
      const place = mail.kind === 'already_account' ? 'login' : 'link';
      const facts =
        mail.kind === 'invitation'
          ? listInvitation(mail, texts)
          : [...listNewAddress(mail, texts), ...listOrigin(mail, texts)];
      const subject = mail.kind === 'invitation' ? subjectOf(mail, texts, words.subject) : words.subject;
      return { ...words, subject, facts, button: button === null ? null : { label: button, place } };
    }
  }
}

/** The subject of an invitation names its org, where that has a name to see. */
function subjectOf({ facts }: Described, { quotes, invitedTo }: Texts, general: string): string {
  const org = quoteOther(facts.orgName ?? '', quotes);
  return org === '' ? general : invitedTo.replace('{org}', () => org);
}

function describeNotice(mail: Described, texts: Texts): Description {
  const { event = '', count = 0 } = mail.facts;
  const name = isNoticeEvent(event) ? noticeTexts[event] : 'digest';
  const { subject, what } = texts.notices[name];
  const isByOperator = event.startsWith('admin.user.') || event === 'operator.reset';
  const origin = name === 'digest' || isByOperator ? [] : listOrigin(mail, texts);
  return {
    subject,
    what: what.replace('{count}', String(count)),
    facts: [
      ...(mail.kind === 'device' ? listDevice(mail, texts) : []),
      ...listDrop(mail, texts),
      ...(isByOperator ? [whenOf(mail, texts)] : origin),
    ],
    button:
      name === 'deleted' ? null : { label: texts.seeAccount, place: isOfDrop(name) ? 'drops' : 'account' },
    ifNotYou: texts.ifNotYou[reasonOf(name)],
  };
}

const byOperators = new Set<NoticeText>(['password_reset', 'codes_reset', 'passkeys_reset']);

const isOfDrop = (name: NoticeText): boolean => name.startsWith('drop_');

function reasonOf(name: NoticeText): keyof Texts['ifNotYou'] {
  if (name === 'deleted') return 'deleted';
  if (isOfDrop(name)) return 'drop';
  if (name === 'signal_off') return 'signal';
  if (byOperators.has(name)) return 'operator';
  return name === 'device' || name === 'app' || name === 'admin_granted' ? 'device' : 'changed';
}

type Fact = readonly [label: string, value: string];

/** From where and when. Of programs only browsers are named: another program's name is what the sender wrote. */
function listOrigin(mail: Described, texts: Texts): Fact[] {
  const { ip = '', userAgent = '' } = mail.facts;
  const browser = userAgent.startsWith('Mozilla/') ? summariseUserAgent(userAgent) : '';
  const from = [cleanText(ip, 45), browser].filter((part) => part !== '').join(', ');
  return [...listFact(texts.labels.from, from), whenOf(mail, texts)];
}

/** In UTC, because the mail does not know the reader's time zone. */
function whenOf({ createdAt }: Described, { tag, labels }: Texts): Fact {
  const form = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return [labels.when, `${form.format(createdAt)} UTC`];
}

function listDevice({ facts }: Described, { labels, quotes }: Texts): Fact[] {
  return [
    ...listFact(labels.app, quoteOther(facts.clientName ?? '', quotes)),
    ...listFact(labels.device, quoteOther(facts.deviceName ?? '', quotes)),
    ...listFact(labels.deviceFrom, cleanText(facts.deviceIp ?? '', 45)),
  ];
}

/** What its owner calls it, and its kind. */
function listDrop({ facts }: Described, { labels, quotes }: Texts): Fact[] {
  const { label = '', dropKind = '' } = facts;
  return [
    ...listFact(labels.label, quoteOther(label, quotes)),
    ...listFact(labels.dropKind, quoteOther(dropKind, quotes)),
  ];
}

function listNewAddress({ facts }: Described, { labels, quotes }: Texts): Fact[] {
  return listFact(labels.newAddress, showAddress(facts.newAddress ?? '', quotes));
}

function listInvitation(mail: Described, texts: Texts): Fact[] {
  const { labels, quotes, roles } = texts;
  const { orgName = '', role = '', inviter = '', inviterAddress = '' } = mail.facts;
  const name = quoteOther(inviter, quotes);
  const address = showAddress(inviterAddress, quotes);
  return [
    ...listFact(labels.org, quoteOther(orgName, quotes)),
    ...listFact(labels.role, role in roles ? roles[role as keyof typeof roles] : ''),
    ...listFact(labels.inviter, name === '' || address === '' ? address + name : `${address} (${name})`),
    whenOf(mail, texts),
  ];
}

function listFact(label: string, value: string): Fact[] {
  return value === '' ? [] : [[label, value]];
}
