import type { PagePlan, PageSlice } from '@latchkey/pagination';
import type { ConsentModel } from '../../prisma/generated/models.ts';

/** What a person has granted to a client. */
export interface Consent extends Readonly<
  Pick<ConsentModel, 'clientId' | 'clientName' | 'scope' | 'createdAt'>
> {
  readonly state: 'active' | 'revoked';
  /** When one of its devices last got tokens; null before the first time. */
  readonly lastUsedAt: Date | null;
  /** How many refresh families are live. */
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
