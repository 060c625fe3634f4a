/** A refresh token and its binding_link, 256 random bits each. */
export interface RefreshSecrets {
  readonly token: string;
  readonly link: string;
}

export function createRefreshSecrets(randomBytes: (size: number) => Buffer): RefreshSecrets {
  return { token: randomBytes(32).toString('base64url'), link: randomBytes(32).toString('base64url') };
}
