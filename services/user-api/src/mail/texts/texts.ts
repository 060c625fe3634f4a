import type { LinkPurpose } from '@latchkey/contracts';

/**
 * What mails say in one language. {login}, {reset} and {account} stand for addresses of sso's pages, {host} for its host
 * and {count} for a number. No subject holds any of them; that of an invitation has {org}, the org in quotes.
 */
export interface Texts {
  /** BCP 47 tag, for the lang attribute and for Intl. */
  readonly tag: string;
  /** Around what others wrote. */
  readonly quotes: readonly [string, string];
  readonly asked: Readonly<Record<AskedText, AskedWords>>;
  /** The subject of an invitation to an org. */
  readonly invitedTo: string;
  /** Above the address that a button leads to. */
  readonly copyAddress: string;
  readonly notices: Readonly<Record<NoticeText, NoticeWords>>;
  readonly labels: Readonly<Record<Label, string>>;
  readonly roles: Readonly<Record<'owner' | 'admin' | 'member', string>>;
  readonly linkLife: Readonly<Record<LinkPurpose, string>>;
  /** The button of a notice. */
  readonly seeAccount: string;
  readonly ifNotYou: Readonly<Record<'changed' | 'device' | 'operator' | 'deleted', string>>;
  readonly footer: string;
}

/** A mail that somebody asked for, or that invites. */
type AskedText =
  | 'sign_up'
  | 'confirm'
  | 'already_account'
  | 'invitation'
  | 'invitation_account'
  | 'reset'
  | 'ask_operator'
  | 'email_taken'
  | 'email_changed';

/** A mail about what has happened to an account. */
export type NoticeText =
  | 'password_changed'
  | 'codes_on'
  | 'codes_off'
  | 'recovery_used'
  | 'recovery_replaced'
  | 'locked'
  | 'deleted'
  | 'password_reset'
  | 'codes_reset'
  | 'device'
  | 'admin_granted'
  | 'digest';

interface NoticeWords {
  readonly subject: string;
  readonly what: string;
}

interface AskedWords extends NoticeWords {
  /** Null where there is nothing to follow. */
  readonly button: string | null;
  readonly ifNotYou: string;
}

type Label = 'app' | 'device' | 'deviceFrom' | 'from' | 'when' | 'org' | 'role' | 'inviter' | 'newAddress';
