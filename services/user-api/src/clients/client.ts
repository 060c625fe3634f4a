import type { ClientSettings, detailSettings, RecordOf } from '@latchkey/contracts';
import type { PagePlan, PageSlice } from '@latchkey/pagination';
import type { Account } from '../accounts/account.ts';
import type { LogEntry } from '../request-log/request-log.ts';

/** An OAuth client. Source: contract part 2 "Clients". */
export interface Client extends ClientSettings {
  readonly clientId: string;
  readonly name: string;
  readonly type: 'public' | 'confidential';
  readonly status: 'active' | 'inactive';
  readonly archivedAt: Date | null;
  /** The owner never changes: other tables may hold a copy. */
  readonly ownerKind: 'user' | 'org' | 'installation';
  /** {@link installation} where that is the owner. */
  readonly ownerId: string;
  /** An operator vouches for its name, which nobody else may have then. */
  readonly verified: boolean;
  readonly tokenEndpointAuthMethod: string;
  readonly secretRotatedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The owner that is no person and no org: what it has is changed with admin alone. No record has this id. */
export const installation = {
  ownerKind: 'installation',
  ownerId: '00000000-0000-0000-0000-000000000000',
} as const;

/** Whether a client can give power: it may vouch for people, or ask for an operator's. */
export function isPowerful({ grantTypes, scopes }: Pick<Client, 'grantTypes' | 'scopes'>): boolean {
  return grantTypes.includes('relay') || scopes.includes('admin');
}

export type ListedClient = Omit<Client, keyof RecordOf<typeof detailSettings>>;

/** Whose clients are searched: ids of users and orgs. `all` is for operators only. */
export type OwnerScope =
  | { readonly all: true }
  | { readonly all: false; readonly ownerIds: readonly string[] };

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

/** A secret of a client, by its lower-case hex SHA-256. The newest has no end. */
export interface ClientSecret {
  readonly hash: string;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
}

/** A client, and its secrets that are valid now, the newest first. */
export interface FoundClient {
  readonly client: Client;
  readonly secrets: readonly ClientSecret[];
}

/** What sso authenticates a client by, and decides by what it may have. */
export interface ClientForSso extends Omit<
  Client,
  'ownerId' | 'secretRotatedAt' | 'createdAt' | 'updatedAt'
> {
  /** The name of the org, or the address of the person where it is verified. */
  readonly ownerName: string | null;
  /** Of the secrets that are valid now, the newest first. */
  readonly secretHashes: readonly string[];
}

export interface ClientStore {
  find(clientId: string, now: Date): Promise<FoundClient | undefined>;
  /** Those that exist, in any order. A client of a disabled person is inactive here. */
  findForSso(clientIds: readonly string[], now: Date): Promise<ClientForSso[]>;
  /**
   * Whether nothing of this client works: it is archived or inactive, or the person who owns it is disabled, until the
   * account is enabled again. The services' own ids, such as latchkey-sso, have
   * no row and are never closed.
   */
  isClosed(clientId: string): Promise<boolean>;
  /** Marks clients as having been given a token. A client with this mark is never removed. */
  markTokens(clientIds: readonly string[]): Promise<void>;
  /**
   * Stores a new client, its secret, and the log row. False, and nothing is written, when its maker's account is not
   * active any more, its tokens were voided since, or it does not manage the org that owns the client any more: an account
   * that is taken over keeps no client that its former holder made meanwhile, nor does an org. Throws already_exists for a name that is protected; quota_exceeded beyond `mostOfOwner` clients
   * of the owner, where 0 is no limit.
   */
  create(
    client: Client,
    secret: { readonly id: string; readonly hash: string } | undefined,
    act: {
      readonly maker: Pick<Account, 'id' | 'tokensValidAfter'>;
      readonly row: LogEntry;
      readonly mostOfOwner?: number;
    },
  ): Promise<boolean>;
  /**
   * Writes name, its verification, status, authentication method, lists and flags of a client, and the log row. False, and nothing is
   * written, when it is archived or was changed after it was `seen`. Throws already_exists for a new name that is protected.
   */
  update(changed: Client, seen: Pick<Client, 'name' | 'updatedAt'>, row: LogEntry): Promise<boolean>;
  /**
   * Archives or restores a client and writes the log row; undefined when that has been done already. Throws
   * already_exists for a client whose name became protected meanwhile.
   */
  setArchived(clientId: string, isArchived: boolean, row: LogEntry): Promise<Client | undefined>;
  /**
   * Verifies a client, or takes that back, and writes the log row; undefined when it is archived or that has been done
   * already. Throws already_exists for a name that is protected.
   */
  setVerified(clientId: string, verified: boolean, row: LogEntry): Promise<Client | undefined>;
  search(scope: OwnerScope, filters: ClientFilters, plan: PagePlan): Promise<PageSlice<ListedClient>>;
}

export interface SecretChange {
  readonly id: string;
  readonly clientId: string;
  readonly hash: string;
  /** When the secret was last changed, as it was read. */
  readonly seenAt: Date | null;
  /** Later than that. */
  readonly at: Date;
  /** When the secret that was the newest ends. */
  readonly newestExpiresAt: Date;
  /** When one ends whose end was promised before; null leaves that end. */
  readonly promisedExpiresAt: Date | null;
  /** The log row, whose time is now: it is not later than `at`. */
  readonly row: LogEntry;
  /** By whose membership an org's client is changed; undefined where none is needed. */
  readonly manager?: { readonly userId: string; readonly orgId: string } | undefined;
}

export interface ClientSecretStore {
  /** The hash of a client's newest secret; undefined when the client has none. */
  findNewest(clientId: string): Promise<string | undefined>;
  /**
   * Adds a new secret, gives the newest one an end and writes the log row; older ones end now, so that at most two are
   * valid. False, and nothing is written, when the client is archived, its secret was changed after `seenAt`, or the
   * `manager` does not manage the org any more.
   */
  change(change: SecretChange): Promise<boolean>;
}

/** `now`, or just after the last change, so that each change leaves a time of its own whatever the clocks say. */
export function laterThan(last: Date | null, now: Date): Date {
  return new Date(Math.max(now.getTime(), (last?.getTime() ?? -Infinity) + 1));
}

/** Long enough to bring a new secret to every instance of a client. */
export const oldSecretSeconds = 24 * 3600;

/** Writing every use of a connection or a credential would make a read a write; a minute is exact enough to be shown. */
export const noteIntervalSeconds = 60;
