/** One issued client-credentials token; its id is the token's sid. */
export interface Credential {
  readonly id: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly audiences: readonly string[];
  /** Hash of the fingerprint that the token is bound to. */
  readonly fingerprint: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface CredentialStore {
  add(credential: Credential): Promise<void>;
  /** A credential that is neither revoked nor expired. */
  findLive(id: string, now: Date): Promise<Credential | undefined>;
  /** Records a use, at most once a minute. */
  noteUsed(id: string, now: Date): Promise<void>;
  /** Ends an issue of that client. True for the caller that ended it. */
  revoke(id: string, clientId: string, now: Date): Promise<boolean>;
}
