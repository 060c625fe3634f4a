import { readTyped } from '@latchkey/secrets';
import { generateURI, ScureBase32Plugin, verifySync } from 'otplib';

const periodSeconds = 30;
const codeForm = /^[0-9]{6}$/;

/**
 * The time step of a one-time code as it was typed: the current one, the one before or the one after. Undefined for a wrong code.
 * `secret` in base32, `nowMs` in milliseconds. Source: RFC 6238 5.2.
 */
export function findCodeStep(secret: string, code: string, nowMs: number): number | undefined {
  const token = readTyped(code);
  if (!codeForm.test(token)) return undefined;
  const epoch = Math.floor(nowMs / 1000);
  const result = verifySync({ secret, token, epoch, epochTolerance: periodSeconds });
  return result.valid ? Math.floor(epoch / periodSeconds) + result.delta : undefined;
}

/** RFC 4226 4 recommends 160 bits. */
const secretBytes = 20;
const base32 = new ScureBase32Plugin();

export function createTotpSecret(randomBytes: (size: number) => Uint8Array): string {
  return base32.encode(randomBytes(secretBytes), { padding: false });
}

/** The address that authenticator apps read from a QR code; they show `issuer` above the address of the account. */
export function otpauthUrl(secret: string, email: string, issuer: string): string {
  return generateURI({ issuer, label: email, secret });
}
