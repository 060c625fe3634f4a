/** One device authorization's chain of refresh tokens, of which one is current. Source: contract part 1 "Token package". */
export interface RefreshFamily {
  /** The binding_chain, and the sid of its access tokens. */
  readonly id: string;
  readonly clientId: string;
  readonly userId: string;
  /** Space-separated; a refresh may narrow its access token, never this. */
  readonly scope: string;
  readonly audience: readonly string[];
  readonly amr: readonly string[];
  /** Seconds since the epoch. */
  readonly authTime: number;
  /** Thumbprint of the DPoP key that the family is bound to. */
  readonly jkt?: string;
  /** Hashes of the current token and link, lower-case hex SHA-256. */
  readonly tokenHash: string;
  readonly linkHash: string;
  readonly generation: number;
  readonly createdAtMs: number;
  /** When the current token was issued. */
  readonly issuedAtMs: number;
  readonly idleExpiresAtMs: number;
  readonly absoluteExpiresAtMs: number;
  readonly isRevoked: boolean;
}

/** A family, as a presented refresh token found it. */
export interface PresentedToken {
  readonly family: RefreshFamily;
  /** Given when the token has been rotated away. */
  readonly superseded?: SupersededToken;
}

export interface SupersededToken {
  readonly linkHash: string;
  readonly generation: number;
  /** Hash of the other parameters it was last presented with. */
  readonly requestHash: string;
  readonly sealedResponse?: Uint8Array;
  readonly supersededAtMs: number;
}

export type RevokeReason = 'reuse' | 'binding' | 'replay' | 'client' | 'undelivered' | 'user' | 'admin';
