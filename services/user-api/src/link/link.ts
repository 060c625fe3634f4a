import type { LinkPurpose } from '@latchkey/contracts';

const minuteMs = 60_000;

/** How long a link is valid, from the act that makes it. Source: contract part 2 "Links". */
export const linkLifeMs: Readonly<Record<LinkPurpose, number>> = {
  sign_up: 24 * 60 * minuteMs,
  confirm: 24 * 60 * minuteMs,
  reset: 30 * minuteMs,
  invitation: 7 * 24 * 60 * minuteMs,
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
};
