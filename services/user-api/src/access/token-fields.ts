const text = { type: 'string' } as const;

/** The fields that base authentication reads, for the docs of guarded routes. */
export const tokenFields = {
  'auth.token': { ...text, description: 'Access token of a user or member' },
  token: { ...text, description: 'Instead of auth.token' },
  'auth.dpop': { ...text, description: 'DPoP proof, for a token that is bound to a key' },
  'auth.htu': { ...text, description: 'Address that the proof was made for' },
  'auth.fingerprint': { ...text, description: 'For a token that is bound to a device' },
} as const;
