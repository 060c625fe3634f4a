import { generateURI, ScureBase32Plugin } from 'otplib';

/** RFC 4226 4 recommends 160 bits. */
const secretBytes = 20;
const base32 = new ScureBase32Plugin();

/** A new TOTP secret in base32. */
export function createTotpSecret(randomBytes: (size: number) => Uint8Array): string {
  return base32.encode(randomBytes(secretBytes), { padding: false });
}

/** What authenticator apps read out of a QR code. */
export function otpauthUrl(secret: string, email: string): string {
  return generateURI({ issuer: 'Latchkey', label: email, secret });
}
