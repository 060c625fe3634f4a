import type { Membership } from '../account/account.ts';
import type { LogEntry } from '../request-log/request-log.ts';

export interface Org {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly status: 'active' | 'disabled';
  readonly createdAt: Date;
}

/** A member to add to an org. */
export interface NewMember {
  readonly id: string;
  readonly orgId: string;
  readonly userId: string;
  readonly role: Membership['role'];
  readonly createdAt: Date;
}

export interface OrgStore {
  /** Stores an org and the log row; false, and stores nothing, when the slug is taken. */
  create(org: Org, row: LogEntry): Promise<boolean>;
  /** By slug or id. */
  find(org: string): Promise<Org | undefined>;
  /** Adds a member, or gives a member the role, and writes the log row. */
  putMember(member: NewMember, row: LogEntry): Promise<void>;
  /**
   * Removes a member, ends the member's sessions for the org and the open invitation to it, and writes the log row,
   * whose time is the time of the removal. Answers the sessions that ended; undefined when there was no such member.
   */
  removeMember(orgId: string, userId: string, row: LogEntry): Promise<string[] | undefined>;
}
