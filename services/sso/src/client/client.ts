import type { DevicePolicy, RefreshBinding } from '@latchkey/contracts';

/** An OAuth client as user-api describes it. Source: contract part 1 "Client authentication". */
export interface Client {
  readonly clientId: string;
  readonly name: string;
  readonly registeredBy: RegisteredBy;
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
  /** Where its devices may be approved, as whoever manages the client has set it. */
  readonly devicePolicy: DevicePolicy;
  /** Whether its refreshes must show binding_chain and binding_link. */
  readonly refreshBinding: RefreshBinding;
  readonly deviceCodeTtlSeconds?: number;
  readonly pollIntervalSeconds?: number;
}

/** Whose client it is. The name is that of an org, or a person's masked address, null unless it is verified. */
export interface RegisteredBy {
  readonly kind: 'user' | 'org' | 'installation';
  readonly name: string | null;
}

export type ClientAuthMethod = 'client_secret_post' | 'client_secret_basic' | 'none';
