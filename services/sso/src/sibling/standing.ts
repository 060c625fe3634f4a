/** Whether an account may hold tokens at this moment, and since when. */
export interface Standing {
  readonly userId: string;
  readonly email: string;
  readonly isEmailVerified: boolean;
  readonly name: string;
  readonly kind: 'user' | 'admin' | 'root';
  readonly isActive: boolean;
  /** Whether devices may be approved for it. */
  readonly deviceSignIn: boolean;
  /** Slugs of the orgs in which the account is an active member. */
  readonly groups: readonly string[];
  /**
   * Grows with every change that voids what was given before; 0 for none. It is compared with the value of another
   * moment and never with a time of sso, as the clocks of the two may differ.
   */
  readonly tokensValidAfterMs: number;
  /** The refresh family that the void does not end: the family with which the change was made. */
  readonly keptFamilyId?: string;
  /** Access tokens of that family issued before this time, by sso's clock, are not valid. */
  readonly keptValidAfterMs?: number;
}
