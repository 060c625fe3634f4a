/**
 * The kinds of mails. `none` is written for an address that gets no mail, so that every address causes the same work;
 * `changed`, `device`, `drop` and `digest` are notices to the person of an account.
 */
export const mailKinds = [
  'none',
  'sign_up',
  'confirm',
  'already_account',
  'invitation',
  'reset',
  'ask_operator',
  'email_taken',
  'email_changed',
  'changed',
  'device',
  'drop',
  'digest',
] as const;

export type MailKind = (typeof mailKinds)[number];

/** What the text of a mail says. Names were chosen by others: they are cleaned and quoted where they are shown. */
export interface MailFacts {
  readonly ip?: string;
  readonly userAgent?: string;
  readonly orgName?: string;
  readonly role?: string;
  /** The name of the account that invites, and its address where that is verified. */
  readonly inviter?: string;
  readonly inviterAddress?: string;
  readonly event?: string;
  readonly clientName?: string;
  readonly deviceName?: string;
  /** The address of a device that got access; ip is that of the browser then. */
  readonly deviceIp?: string;
  /** Of a drop, as its owner wrote them. */
  readonly dropKind?: string;
  readonly label?: string;
  /** The address that an account has now. */
  readonly newAddress?: string;
  /** How many notices a digest stands for. */
  readonly count?: number;
}

/** A mail that is to be sent. Source: contract part 2 "Mail". */
export interface Mail {
  /** Names the mail in its Message-ID, and stays the same when it is sent again. */
  readonly id: string;
  readonly kind: MailKind;
  readonly recipient: string;
  readonly userId: string | null;
  /** The link in it, whose token is made when it is sent. */
  readonly linkId: string | null;
  readonly locale: string;
  readonly facts: MailFacts;
  readonly status: 'waiting' | 'sent' | 'dropped' | 'dead';
  readonly dueAt: Date;
  readonly createdAt: Date;
}
