import type { ClientSettings } from '@latchkey/contracts';

/** An OAuth client as user-api describes it. Source: contract part 1 "Client authentication". */
export interface Client extends ClientSettings {
  readonly clientId: string;
  readonly name: string;
  readonly registeredBy: RegisteredBy;
  /** Whether an operator vouches for its name. */
  readonly isVerified: boolean;
  /** Active, and not archived. */
  readonly isActive: boolean;
  readonly authMethod: ClientAuthMethod;
  /** Lower-case hex SHA-256 of each live secret. */
  readonly secretHashes: readonly string[];
}

/** Whose client it is. The name is that of an org, or a person's masked address, null unless it is verified. */
export interface RegisteredBy {
  readonly kind: 'user' | 'org' | 'installation';
  readonly name: string | null;
}

export type ClientAuthMethod = 'client_secret_post' | 'client_secret_basic' | 'none';
