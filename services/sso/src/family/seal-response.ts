import { deriveKey, open, seal } from '@latchkey/secrets';
import type { TokenPackage } from '../token/token-package.ts';

/**
 * Seals a response under a key that only the presented refresh token yields, so that a stolen database cannot show it.
 * Source: contract part 1 "Token package".
 */
export function sealResponse(
  refreshToken: string,
  response: TokenPackage,
  randomBytes: (size: number) => Buffer,
): Uint8Array<ArrayBuffer> {
  return new Uint8Array(seal(JSON.stringify(response), { ...lockOf(refreshToken), randomBytes }));
}

/** Undefined when the response was sealed under another token, or its bytes were changed. */
export function openResponse(refreshToken: string, sealed: Uint8Array): TokenPackage | undefined {
  const opened = open(sealed, lockOf(refreshToken));
  return opened && (JSON.parse(opened.toString('utf8')) as TokenPackage);
}

function lockOf(refreshToken: string) {
  const key = deriveKey(refreshToken, { purpose: 'latchkey sealed refresh response' });
  return { key, additionalData: '' };
}
