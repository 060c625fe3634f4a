import type { PagePlan, PageSlice, Period } from '@latchkey/pagination';
import type { LogEntry } from '../request-log/request-log.ts';
import type { OwnerScope } from './client.ts';

/** One issued client-credentials token; its id is the token's sid. */
export interface Credential {
  readonly id: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly audiences: readonly string[];
  /** Hash of the fingerprint that the token is bound to. */
  readonly fingerprint: string | null;
  /** Thumbprint of the key that the token is bound to. */
  readonly jkt: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface ListedCredential extends Credential {
  readonly lastUsedAt: Date | null;
  readonly status: CredentialStatus;
}

export const credentialStates = ['active', 'expired', 'revoked'] as const;
type CredentialStatus = (typeof credentialStates)[number];

export interface CredentialFilters extends Period {
  readonly clientId?: string | undefined;
  readonly status?: CredentialStatus | undefined;
  /** One that the credential holds. */
  readonly scope?: string | undefined;
}

export interface CredentialStore {
  add(credential: Credential, row: LogEntry): Promise<void>;
  /** A credential that is neither revoked nor expired. */
  findLive(id: string, now: Date): Promise<Credential | undefined>;
  /** Records a use, at most once a minute. */
  noteUsed(id: string, now: Date): Promise<void>;
  /** Ends a credential of that client and writes the log row, whose time is its end. True for who ended it. */
  revoke(id: string, clientId: string, row: LogEntry): Promise<boolean>;
  /** Those of clients that an owner in `scope` has, with their status at `now`. */
  search(
    scope: OwnerScope,
    filters: CredentialFilters,
    page: { readonly plan: PagePlan; readonly now: Date },
  ): Promise<PageSlice<ListedCredential>>;
}

/** A revoked credential stays revoked when it expires. */
export function statusOf(
  { revokedAt, expiresAt }: { readonly revokedAt: Date | null; readonly expiresAt: Date },
  now: Date,
): CredentialStatus {
  if (revokedAt !== null) return 'revoked';
  return expiresAt > now ? 'active' : 'expired';
}
