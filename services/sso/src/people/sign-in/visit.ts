import type { AccessTokenClaims } from '@latchkey/tokens';
import type { Origin } from '../../sibling/user-api.ts';
import type { PasskeyPlace } from './passkey.ts';

/** A request of a browser to one of the pages. */
export interface Visit extends Origin {
  readonly network: string;
  /** The secret in its cookie; a new one when it sent none. */
  readonly browserSecret: string;
  readonly isNewBrowser: boolean;
  /** Where its person goes on to after signing in. */
  readonly going: string | undefined;
  /** Whether the account that signed in here last has one-time codes. */
  readonly usesCodes: boolean;
  /** Undefined where there are no passkeys. */
  readonly passkeys?: PasskeyPlace | undefined;
  /** The id of the form that the answer shows. */
  readonly nextForm: string;
  /** The live browser session that its cookie names. */
  readonly session: VisitSession | undefined;
}

/** A browser in which a person is signed in. */
export type SignedInVisit = Visit & { readonly session: VisitSession };

export interface VisitSession {
  readonly id: string;
  readonly token: string;
  readonly userId: string;
  readonly email: string;
  readonly kind: AccessTokenClaims['pk'];
  /** Whether the account has one-time codes. */
  readonly hasCodes: boolean;
  readonly deviceSignIn: boolean;
  readonly amr: readonly string[];
  /** The account's tokens_valid_after at this moment, in milliseconds since the epoch. */
  readonly tokensValidAfterMs: number;
  /** When the session last saw the password, in seconds since the epoch. */
  readonly authTime: number;
  /** Whether that was less than five minutes ago. */
  readonly hasJustTyped: boolean;
}
