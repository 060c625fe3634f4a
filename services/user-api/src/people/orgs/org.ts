import type { PagePlan, PageSlice } from '@latchkey/pagination';
import type { Membership } from '../../accounts/account.ts';
import type { LogEntry } from '../../request-log/request-log.ts';
import type { Actor } from './member-rules.ts';

export interface Org {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly status: 'active' | 'disabled';
  readonly createdAt: Date;
}

export interface NewMember {
  readonly id: string;
  readonly orgId: string;
  readonly userId: string;
  readonly role: Membership['role'];
  readonly createdAt: Date;
}

export interface MemberChange {
  readonly orgId: string;
  readonly userId: string;
  readonly by: Actor;
}

/** What must be thought of when somebody does not manage an org any more. */
export interface SeenSecrets {
  /** The org's clients whose secrets the member could have seen as owner or admin: the oldest 100, and how many. */
  readonly clientIds: string[];
  readonly clientCount: number;
}

export interface RemovedMember extends SeenSecrets {
  /** Sessions. */
  readonly ended: string[];
}

/** How many clients {@link SeenSecrets} names. */
export const namedClients = 100;

/** Whose people are searched: those of these orgs. `all` is for operators only. */
export type OrgScope = { readonly all: true } | { readonly all: false; readonly orgIds: readonly string[] };

export interface OrgFilters {
  readonly status?: Org['status'] | undefined;
  /** Id or slug. */
  readonly org?: string | undefined;
  /** A literal part of the slug or the name, in any case. */
  readonly search?: string | undefined;
}

export interface ListedMember extends Pick<NewMember, 'orgId' | 'userId' | 'role' | 'createdAt'> {
  readonly id: string;
  readonly orgSlug: string;
  readonly email: string;
  readonly name: string;
}

export interface PeopleFilters {
  /** Id or slug. */
  readonly org?: string | undefined;
  readonly role?: Membership['role'] | undefined;
  /** Exact, as foldEmail spells it. */
  readonly email?: string | undefined;
}

/** How many people are in an org, or may come. */
interface OrgCounts {
  /** Active members, owners among them. */
  readonly members: number;
  readonly owners: number;
  readonly invitations: number;
}

export interface OrgStore {
  /** Stores an org and the log row; false, and stores nothing, when the slug is taken. */
  create(org: Org, row: LogEntry): Promise<boolean>;
  /** By slug or id. */
  find(org: string): Promise<Org | undefined>;
  countPeople(orgId: string, now: Date): Promise<OrgCounts>;
  search(scope: OrgScope, filters: OrgFilters, plan: PagePlan): Promise<PageSlice<Org>>;
  searchMembers(scope: OrgScope, filters: PeopleFilters, plan: PagePlan): Promise<PageSlice<ListedMember>>;
  /**
   * As an operator, adds a member or gives a member the role, and writes the log row. Throws state_conflict for the last
   * active owner.
   */
  putMember(member: NewMember, row: LogEntry): Promise<SeenSecrets>;
  /**
   * Gives a member a role and writes the log row; undefined where there is no such member. Throws what assertMayChange does,
   * and so it is looked while no other change of the org's people is under way.
   */
  setRole(change: MemberChange & Pick<NewMember, 'role'>, row: LogEntry): Promise<SeenSecrets | undefined>;
  /**
   * Removes a member, ends the member's sessions for the org and the open invitation to it, and writes the log row,
   * whose time is the time of the removal; undefined when there was no such member. Throws as setRole does.
   */
  removeMember(change: MemberChange, row: LogEntry): Promise<RemovedMember | undefined>;
}
