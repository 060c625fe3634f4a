import type { PagePlan, PageSlice, Period } from '@latchkey/pagination';
import type { logEvents } from './log-events.ts';
import type { LogKind } from './log-kinds.ts';
import type { DayCounts } from './totals.ts';

export const logOutcomes = ['success', 'failure'] as const;

/** How a subject can have been authenticated. */
export const logMethods = [
  'password',
  'password+totp',
  'password+recovery',
  'passkey',
  'totp',
  'session',
  'device_code',
] as const;

/** A row for a credential check or a change of a session or factor. Holds no secret. */
export interface LogEntry {
  readonly id: string;
  readonly event: (typeof logEvents)[number];
  readonly outcome: (typeof logOutcomes)[number];
  /** Machine code of a failure. */
  readonly code: string | null;
  /** How the subject was authenticated, such as `password+totp`. */
  readonly method: (typeof logMethods)[number] | null;
  /** Whom it happened to. */
  readonly userId: string | null;
  /** The operator who did it; null when the person did it. The address is the operator's then. */
  readonly actorId: string | null;
  readonly orgId: string | null;
  readonly clientId: string | null;
  readonly ip: string;
  readonly userAgent: string;
  /** What else there is to say, such as networks or the names of filters. */
  readonly details: LogDetails | null;
  readonly createdAt: Date;
  /** The mail that is written with it; it is no part of the row. */
  readonly notice?: Notice;
}

/** A notice by mail, which is written with the row of the log that it is about, under the id of that row. */
export interface Notice {
  readonly kind: 'changed' | 'device' | 'drop';
  readonly facts: Readonly<Record<string, string>>;
  /** When it is written; the row may be of an earlier time. */
  readonly writtenAt: Date;
  /** The address of an account that the same act takes it from; else the account's own, if it is verified. */
  readonly recipient?: string;
  readonly locale?: string;
}

/** What an account has approved: enough to distinguish one device from another. */
export interface Approval {
  readonly userId: string | null;
  readonly clientId: string | null;
  readonly deviceName: string | null;
  readonly deviceIp: string | null;
}

type LogDetails = Readonly<Record<string, string | number | readonly string[]>>;

/** A row with the names of what it refers to; null where there is none. */
export interface ListedEntry extends LogEntry {
  readonly clientName: string | null;
  readonly orgSlug: string | null;
  readonly userEmail: string | null;
  readonly actorEmail: string | null;
}

/** Whose rows: everybody's, or one person's; with an org, only those of that org. */
export type PersonScope =
  | { readonly all: true }
  | { readonly all: false; readonly userId: string; readonly orgId: string | null };

export interface LogFilters extends Period {
  readonly kind?: LogKind | undefined;
  readonly event?: LogEntry['event'] | undefined;
  readonly outcome?: LogEntry['outcome'] | undefined;
  readonly method?: LogEntry['method'] | undefined;
  readonly clientId?: string | undefined;
  /** In a person's own log it finds no row of an operator, so that nobody learns an operator's address by asking. */
  readonly ip?: string | undefined;
  readonly userId?: string | undefined;
  /** Id or slug. */
  readonly org?: string | undefined;
  /** Literal part of the person's email, in any case. */
  readonly search?: string | undefined;
}

export interface RequestLogStore extends DayCounts {
  add(entry: LogEntry): Promise<void>;
  /** Adds rows that may be there already; answers how many were not. */
  addMissing(entries: readonly LogEntry[]): Promise<number>;
  /** Deletes a row about something that did not happen. */
  remove(entry: LogEntry): Promise<void>;
  /** What the accounts of `rows` have approved since a time, without those rows; each once. */
  listApprovals(rows: readonly LogEntry[], since: Date): Promise<Approval[]>;
  search(scope: PersonScope, filters: LogFilters, plan: PagePlan): Promise<PageSlice<ListedEntry>>;
}

/** Where a request comes from, as throttling and the request log see it. */
export interface Origin {
  readonly ip: string;
  readonly userAgent: string;
  readonly traceparent: string;
  /** True once the caller waits no longer: no commit begins then. */
  isLate(): boolean;
  /** Milliseconds since the request began. */
  ageMs(): number;
}

export function originOf(request: {
  readonly ip: string;
  readonly traceparent: string;
  header(name: string): string | undefined;
  isLate(): boolean;
  ageMs(): number;
}): Origin {
  const { ip, traceparent, isLate, ageMs } = request;
  return { ip, userAgent: request.header('user-agent') ?? '', traceparent, isLate, ageMs };
}
