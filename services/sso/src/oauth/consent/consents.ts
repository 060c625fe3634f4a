import type { PagePlan, PageSlice } from '@latchkey/pagination';

/** What a person has granted to a client. */
export interface Consent {
  readonly clientId: string;
  /** As it was shown to the person. */
  readonly clientName: string;
  readonly scope: readonly string[];
  readonly createdAt: Date;
  readonly state: 'active' | 'revoked';
  /** When one of its devices last received tokens; null when none has yet. */
  readonly lastUsedAt: Date | null;
  /** How many refresh families are live. */
  readonly sessionCount: number;
}

/** What a live consent covers. */
export interface Granted {
  readonly scope: readonly string[];
  readonly audience: readonly string[];
}

export interface ConsentFilters {
  readonly clientId?: string;
  readonly scope?: string;
  readonly state?: Consent['state'];
  /** A literal part of the client's name or id; upper and lower case are the same. */
  readonly search?: string;
}

/** Source: contract part 2 "Guarded routes". */
export interface Consents {
  search(userId: string, filters: ConsentFilters, plan: PagePlan, nowMs: number): Promise<PageSlice<Consent>>;
  /** What the person lets the client have, if that is not revoked. */
  findLive(userId: string, clientId: string): Promise<Granted | undefined>;
  /** True when this call revoked it, false when it was revoked already, undefined when there is none. */
  revoke(userId: string, clientId: string, nowMs: number): Promise<boolean | undefined>;
  revokeAll(userId: string, nowMs: number): Promise<void>;
}
