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

/** Writing every use would make a read a write; a minute is exact enough to be shown. */
export const noteIntervalSeconds = 60;
