/** What an account may be described by; all of it live. */
export interface Identity {
  readonly userId: string;
  readonly email: string;
  readonly isEmailVerified: boolean;
  readonly name: string;
  readonly groups: readonly string[];
}

/** The claims that a scope lets a client see of a person. Source: OpenID Connect Core 5.1, 5.4. */
export function identityClaims(identity: Identity, scope: readonly string[]) {
  return {
    sub: identity.userId,
    ...(scope.includes('profile') ? { name: identity.name } : {}),
    ...(scope.includes('email') ? { email: identity.email, email_verified: identity.isEmailVerified } : {}),
    ...(scope.includes('groups') ? { groups: [...identity.groups] } : {}),
  };
}
