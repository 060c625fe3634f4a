/** The claims of a JWT, unverified. */
export function decodeJwt(token: string): Record<string, unknown> {
  return decodePart(token.split('.')[1] ?? '');
}

/** The header of a JWT, unverified. */
export function decodeProtectedHeader(token: string): Record<string, unknown> {
  return decodePart(token.split('.')[0] ?? '');
}

function decodePart(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Record<string, unknown>;
}
