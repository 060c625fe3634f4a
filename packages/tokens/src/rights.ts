/** The scopes that say what a client may learn of a person. Source: requirement 1 "Token package". */
export const identityScopes = ['openid', 'profile', 'email', 'groups', 'offline_access'] as const;

/** The scopes that say what a token may do. Source: contract part 5 "Scopes and rights". */
export const rightScopes = ['account', 'clients', 'admin'] as const;
