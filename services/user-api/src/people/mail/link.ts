import type { LinkPurpose } from '@latchkey/contracts';
import type { LinkTokens } from './link-token.ts';
import type { Mail } from './mail.ts';

const minuteMs = 60_000;

/** How long a link is valid, from the act that makes it. Source: contract part 2 "Links". */
export const linkLifeMs: Readonly<Record<LinkPurpose, number>> = {
  sign_up: 24 * 60 * minuteMs,
  confirm: 24 * 60 * minuteMs,
  reset: 30 * minuteMs,
  invitation: 7 * 24 * 60 * minuteMs,
  restore: 24 * 60 * minuteMs,
};

/** A link that its person follows once. Source: contract part 2 "Links". */
export interface Link {
  /** 256 random bits in base64url. */
  readonly id: string;
  readonly purpose: LinkPurpose;
  /** As foldEmail spells it. */
  readonly email: string;
  /** The account that it is for; null where the address has none. */
  readonly userId: string | null;
  /** The invitation to an org that it accepts. */
  readonly invitationId: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** The page of sso that a link of each purpose leads to. */
export const linkPaths: Readonly<Record<LinkPurpose, string>> = {
  sign_up: '/signup',
  confirm: '/confirm',
  reset: '/reset',
  invitation: '/invitation',
  restore: '/restore',
};

/** What goes out in one act: a new link, and the mail with it. */
export interface Sending {
  readonly link: Link | null;
  /** Null where an operator hands the link over. */
  readonly mail: Mail | null;
}

interface LinkPorts {
  now(): number;
  randomBytes(size: number): Uint8Array;
}

/** A new link; it ends when its purpose says, or with the invitation that it leads to. */
export function createLink(
  { now, randomBytes }: LinkPorts,
  made: Pick<Link, 'purpose' | 'email'> & Partial<Pick<Link, 'userId' | 'invitationId' | 'expiresAt'>>,
): Link {
  const { purpose, email, userId = null, invitationId = null } = made;
  const { expiresAt = new Date(now() + linkLifeMs[purpose]) } = made;
  const id = Buffer.from(randomBytes(32)).toString('base64url');
  return { id, purpose, email, userId, invitationId, createdAt: new Date(now()), expiresAt };
}

export function linkAddress(
  { ssoUrl, linkTokens }: { readonly ssoUrl: string; readonly linkTokens: Pick<LinkTokens, 'tokenOf'> },
  link: Pick<Link, 'id' | 'purpose'>,
): string {
  return `${ssoUrl}${linkPaths[link.purpose]}?link=${linkTokens.tokenOf(link)}`;
}
