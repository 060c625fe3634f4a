import { createHash } from 'node:crypto';

const prefix = 'rs_';
const form = /^rs_[A-Za-z0-9_-]{43}$/;

/** A new opaque token of a root session: 256 random bits. */
export function createRootToken(randomBytes: (size: number) => Uint8Array): string {
  return prefix + Buffer.from(randomBytes(32)).toString('base64url');
}

export function isRootToken(token: string): boolean {
  return form.test(token);
}

/** What is stored of it: hex SHA-256. */
export function hashRootToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
