import type { PagePlan, PageSlice } from '@latchkey/pagination';
import type { LogEntry } from '../request-log/request-log.ts';

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

/** Whose clients are searched: ids of users and orgs. `all` is for operators alone. */
export type OwnerScope =
  { readonly all: true } | { readonly all: false; readonly ownerIds: readonly string[] };

/** Whether a user or an org is in a scope. */
export function owns(scope: OwnerScope, ownerId: string | null): boolean {
  return scope.all || (ownerId !== null && scope.ownerIds.includes(ownerId));
}

export interface ClientFilters {
  readonly status?: 'active' | 'inactive' | undefined;
  /** Exact. */
  readonly name?: string | undefined;
  /** A literal part of the name or of the client_id, in any case. */
  readonly search?: string | undefined;
  /** Id of a user, or id or slug of an org. */
  readonly owner?: string | undefined;
  readonly archived: boolean;
  readonly grantType?: string | undefined;
}

export interface ClientStore {
  /** The client, and the hex SHA-256 of each secret that is valid at `now`. */
  find(clientId: string, now: Date): Promise<{ client: Client; secretHashes: string[] } | undefined>;
  search(scope: OwnerScope, filters: ClientFilters, plan: PagePlan): Promise<PageSlice<Client>>;
}

/** A new secret that replaces the newest one. */
interface SecretChange {
  readonly id: string;
  readonly clientId: string;
  readonly oldHash: string;
  readonly newHash: string;
  /** When the old secret ends. */
  readonly oldExpiresAt: Date;
  /** The row of the request log; its time is the time of the change. */
  readonly row: LogEntry;
}

export interface ClientSecretStore {
  /** The hash of a client's newest secret; undefined when the client has none. */
  findNewest(clientId: string): Promise<string | undefined>;
  /**
   * Adds a new secret and gives the newest one an end; older ones end now, so that at most two are valid. False when
   * `oldHash` is not the newest secret any more, or when the client has the new one already. One conditional write,
   * together with the log row.
   */
  change(change: SecretChange): Promise<boolean>;
}

/** Long enough to bring a new secret to every instance of a client. */
export const oldSecretSeconds = 24 * 3600;

/** Writing every use of a connection or a credential would make a read a write; a minute is exact enough to be shown. */
export const noteIntervalSeconds = 60;
