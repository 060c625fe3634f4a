import type { PagePlan, PageSlice } from '@latchkey/pagination';

/** What a person has granted to a client; times in milliseconds. */
export interface Consent {
  readonly clientId: string;
  readonly clientName: string;
  readonly scopes: readonly string[];
  readonly state: 'active' | 'revoked';
  readonly createdAtMs: number;
  /** When one of its devices was last given tokens; null before the first. */
  readonly lastUsedAtMs: number | null;
  /** Live refresh families. */
  readonly sessionCount: number;
}

export interface ConsentFilters {
  readonly clientId?: string;
  readonly scope?: string;
  readonly state?: Consent['state'];
  /** A literal part of the client's name or id, in any case. */
  readonly search?: string;
}

/** Source: contract part 2 "Guarded routes". */
export interface Consents {
  search(userId: string, filters: ConsentFilters, plan: PagePlan, nowMs: number): Promise<PageSlice<Consent>>;
  /** True for the caller that revoked it. */
  revoke(userId: string, clientId: string, nowMs: number): Promise<boolean>;
}
