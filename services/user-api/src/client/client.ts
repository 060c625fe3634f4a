import type { PagePlan, PageSlice } from '@latchkey/pagination';

/** An OAuth client. Source: contract part 2 "Settled details". */
export interface Client {
  readonly clientId: string;
  readonly name: string;
  readonly type: 'public' | 'confidential';
  readonly status: 'active' | 'inactive';
  readonly archivedAt: Date | null;
  readonly ownerKind: 'user' | 'org';
  readonly ownerId: string;
  readonly tokenEndpointAuthMethod: string;
  readonly grantTypes: readonly string[];
  readonly scopes: readonly string[];
  readonly defaultScopes: readonly string[];
  readonly audiences: readonly string[];
  readonly defaultAudiences: readonly string[];
  readonly deviceCodeTtlSeconds: number | null;
  readonly pollIntervalSeconds: number | null;
  readonly secretRotatedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Whose clients are searched; ids of users and orgs share one space. `all` is for operators alone. */
export type OwnerScope =
  { readonly all: true } | { readonly all: false; readonly ownerIds: readonly string[] };

export interface ClientFilters {
  readonly status?: 'active' | 'inactive';
  /** Exact. */
  readonly name?: string;
  /** A literal part of the name or of the client_id, in any case. */
  readonly search?: string;
  /** Id of a user, or id or slug of an org. */
  readonly owner?: string;
  readonly archived: boolean;
  readonly grantType?: string;
}

export interface ClientStore {
  /** The client and the hex SHA-256 of each secret that is good at `now`. */
  find(clientId: string, now: Date): Promise<{ client: Client; secretHashes: string[] } | undefined>;
  search(scope: OwnerScope, filters: ClientFilters, plan: PagePlan): Promise<PageSlice<Client>>;
}
