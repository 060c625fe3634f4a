/** What a person typed. */
interface Credentials {
  readonly email: string;
  readonly password: string;
  /** The one-time code; empty when none was typed. */
  readonly code: string;
}

/** Where the person is, for user-api's throttling and request log. */
export interface Origin {
  readonly ip: string;
  readonly userAgent: string;
  readonly traceparent: string;
}

/** A sign-on that user-api accepted: a new root session of that account. */
export interface SignedOn {
  readonly outcome: 'signed_on';
  readonly userId: string;
  readonly email: string;
  readonly amr: readonly string[];
  readonly sessionToken: string;
  readonly sessionExpiresAtMs: number;
}

export type PasswordResult =
  | SignedOn
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'mfa_required' }
  | { readonly outcome: 'throttled'; readonly retryAfterSeconds: number };

/** Asks user-api, with a fresh relay each time. Rejects with upstream_unavailable while it is out of reach. */
export type PasswordCheck = (credentials: Credentials, origin: Origin) => Promise<PasswordResult>;
