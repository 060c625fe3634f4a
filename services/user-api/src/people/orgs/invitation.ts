import type { PagePlan, PageSlice } from '@latchkey/pagination';
import type { Membership } from '../../accounts/account.ts';
import type { LogEntry } from '../../request-log/request-log.ts';
import type { Sending } from '../mail/link.ts';
import type { Actor } from './member-rules.ts';
import type { OrgScope, PeopleFilters } from './org.ts';

/** Invites an address to an org, once. Source: contract part 2 "Addresses and invitations". */
export interface Invitation {
  readonly id: string;
  readonly orgId: string;
  /** As foldEmail spells it. */
  readonly email: string;
  readonly role: Membership['role'];
  readonly invitedBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Who accepts an invitation: the account whose verified address it names. */
export interface Acceptance {
  readonly id: string;
  readonly email: string;
  readonly userId: string;
  readonly memberId: string;
  /** The row of the request log, without the org; its time is the time of the acceptance. */
  readonly row: LogEntry;
}

/** An open invitation, as the person of its address sees it. */
export interface OwnInvitation extends Pick<Invitation, 'id' | 'orgId' | 'role' | 'createdAt' | 'expiresAt'> {
  readonly orgSlug: string;
  readonly orgName: string;
  readonly inviterName: string;
  /** null where it is not verified. */
  readonly inviterEmail: string | null;
}

/** Who invites, and how many open invitations their org may have; 0 is no limit. */
export interface Inviter {
  readonly by: Actor;
  readonly limit: number;
}

export interface ListedInvitation extends Omit<Invitation, 'invitedBy'> {
  readonly orgSlug: string;
}

/** The role of the open invitation that a new one replaces; null without one. */
export interface Replaced {
  readonly replaced: Membership['role'] | null;
}

export interface InvitationStore {
  /**
   * Stores an invitation, the rows of the log and what is sent; it replaces the open one of this address and org, whose
   * link ends, and answers what that was. An operator makes it unless said otherwise. Throws what assertManagesPeople and assertMayInviteMore do; no
   * other change of the org's people is under way while it looks.
   */
  add(
    invitation: Invitation,
    rows: LogEntry | readonly LogEntry[],
    inviter?: Inviter,
    sending?: Sending,
  ): Promise<Replaced>;
  /** Ends an open invitation and writes the log row; false where there is none. Throws what assertManagesPeople does. */
  withdraw(
    invitation: Pick<Invitation, 'id' | 'orgId'> & { readonly by: Actor },
    row: LogEntry,
  ): Promise<boolean>;
  /** Ends an open invitation of this address and its link, and writes the log row; false where there is none. */
  decline(invitation: Pick<Invitation, 'id' | 'email'>, row: LogEntry): Promise<boolean>;
  /** Those of an address that may be accepted at `now`; none for no address. */
  searchOwn(
    whose: { readonly email: string | null; readonly role?: Membership['role'] | undefined },
    page: { readonly plan: PagePlan; readonly now: Date },
  ): Promise<PageSlice<OwnInvitation>>;
  /** Those that are open at `now`. */
  search(
    scope: OrgScope,
    filters: PeopleFilters,
    page: { readonly plan: PagePlan; readonly now: Date },
  ): Promise<PageSlice<ListedInvitation>>;
  /**
   * Whether the invitation is for this address, neither accepted nor expired, of an active org, and by an account that
   * may still invite so: otherwise a former admin could come back by an invitation of their own.
   */
  isOpen(id: string, email: string, now: Date): Promise<boolean>;
  /**
   * Spends an open invitation and its link, makes its membership and writes the log row, as one act. A member keeps a higher role.
   * Answers the membership as it is then; undefined when the invitation is not open for this address.
   */
  accept(acceptance: Acceptance): Promise<Membership | undefined>;
}

const dayMs = 24 * 3600 * 1000;
export const invitationLifeMs = 7 * dayMs;

export const roles = ['member', 'admin', 'owner'] as const;
