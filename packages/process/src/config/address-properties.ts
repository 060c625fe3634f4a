const url = { type: 'string', format: 'url' } as const;
const publicUrl = { type: 'string', format: 'public-url' } as const;

/**
 * The addresses of the three services (contract part 0 "Service-to-service calls"). A service takes those that it uses
 * into its schema: X_URL is the public address and default audience, X_CALL_URL where siblings call its public routes,
 * X_INTERNAL_URL where they call its internal ones. `completeValues` fills in the last two.
 */
export const addressProperties = {
  SSO_URL: { type: 'string', format: 'public-origin', description: 'public address of sso' },
  SSO_CALL_URL: { ...url, description: 'where siblings call public routes of sso' },
  SSO_INTERNAL_URL: { ...url, description: 'where siblings call internal routes of sso' },
  USER_API_URL: { ...publicUrl, description: 'public address of user-api, and audience of tokens for it' },
  USER_API_CALL_URL: { ...url, description: 'where siblings call public routes of user-api' },
  USER_API_INTERNAL_URL: { ...url, description: 'where siblings call internal routes of user-api' },
  DROP_URL: { ...publicUrl, description: 'public address of drop, and audience of tokens for it' },
  DROP_CALL_URL: { ...url, description: 'where siblings call public routes of drop' },
} as const;
