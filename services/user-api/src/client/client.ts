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
  /** The client and the hex SHA-256 of each secret that is good at `now`. */
  find(clientId: string, now: Date): Promise<{ client: Client; secretHashes: string[] } | undefined>;
  search(scope: OwnerScope, filters: ClientFilters, plan: PagePlan): Promise<PageSlice<Client>>;
}

/** A new secret that takes the place of the newest one. */
interface SecretChange {
  readonly id: string;
  readonly clientId: string;
  readonly oldHash: string;
  readonly newHash: string;
  readonly at: Date;
  /** Until when the old one still counts. */
  readonly oldExpiresAt: Date;
}

export interface ClientSecretStore {
  /** The hash of the newest secret of a client, which has no end; undefined when there is none. */
  findNewest(clientId: string): Promise<string | undefined>;
  /**
   * Puts a new secret beside the newest one, which gets an end; whatever was before that ends now, so that two live at
   * once. False when `oldHash` is the newest no more, or the new one was there before. One conditional write.
   */
  change(change: SecretChange): Promise<boolean>;
}

/** Long enough to bring a new secret to every instance of a client. */
export const oldSecretSeconds = 24 * 3600;

/** That one client may call another, and for what. Source: contract part 2 "Owns". */
export interface Connection {
  readonly id: string;
  /** client_id of the caller. */
  readonly source: string;
  /** client_id of the called. */
  readonly target: string;
  readonly scopes: readonly string[];
}

export interface ConnectionStore {
  /**
   * The active connections of `source` whose two clients are active and not archived, by target; only the one to
   * `target` where that is given.
   */
  findActive(source: string, target?: string): Promise<Connection[]>;
  /** Notes a verification, at most once a minute. */
  noteVerified(connectionId: string, now: Date): Promise<void>;
}

/** Writing every verification would make a read a write; a minute is exact enough to be shown. */
export const noteIntervalSeconds = 60;

/** One client-credentials token that was issued; its id is the token's sid. */
export interface Credential {
  readonly id: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly audiences: readonly string[];
  /** Hash of the fingerprint that it is bound to. */
  readonly fingerprint: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface CredentialStore {
  add(credential: Credential): Promise<void>;
  /** Neither revoked nor over. */
  findLive(id: string, now: Date): Promise<Credential | undefined>;
  /** Notes use, at most once a minute. */
  noteUsed(id: string, now: Date): Promise<void>;
}

/** The names in a space-separated scope (RFC 6749 3.3). */
export function splitScope(scope: string | undefined): string[] {
  return (scope ?? '').split(' ').filter((name) => name !== '');
}
