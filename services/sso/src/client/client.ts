/** An OAuth client as user-api describes it. Source: contract part 1 "Client authentication". */
export interface Client {
  readonly clientId: string;
  readonly name: string;
  /** Active, and not archived. */
  readonly isActive: boolean;
  readonly grantTypes: readonly string[];
  readonly scopes: readonly string[];
  readonly defaultScopes: readonly string[];
  readonly audiences: readonly string[];
  readonly defaultAudiences: readonly string[];
  readonly authMethod: ClientAuthMethod;
  /** Lower-case hex SHA-256 of each live secret. */
  readonly secretHashes: readonly string[];
  /** Domains in A-labels whose addresses it may vouch for, or `*`. */
  readonly vouches: readonly string[];
  /** Whether it may ask about any access token. */
  readonly introspects: boolean;
  /** Whether it may name the visitor for whom it starts a device authorization. */
  readonly namesVisitors: boolean;
  readonly deviceCodeTtlSeconds?: number;
  readonly pollIntervalSeconds?: number;
}

export type ClientAuthMethod = 'client_secret_post' | 'client_secret_basic' | 'none';
