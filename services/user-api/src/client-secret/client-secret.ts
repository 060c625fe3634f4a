import { createHash, timingSafeEqual } from 'node:crypto';

/** What is stored of a secret and compared by sso: lower-case hex SHA-256. */
export function hashClientSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** 256 random bits. */
export function createClientSecret(randomBytes: (size: number) => Uint8Array): string {
  return Buffer.from(randomBytes(32)).toString('base64url');
}

/** Whether a secret is the one of a hash, compared in constant time. */
export function isSecretOf(secret: string, hash: string): boolean {
  const [shown, kept] = [Buffer.from(hashClientSecret(secret)), Buffer.from(hash)];
  return shown.length === kept.length && timingSafeEqual(shown, kept);
}

/** A new secret that takes the place of the newest one. */
interface SecretChange {
  readonly id: string;
  readonly clientId: string;
  readonly oldHash: string;
  readonly newHash: string;
  readonly at: Date;
  /** Until when the old one still counts. */
  readonly oldExpiresAt: Date;
}

export interface ClientSecretStore {
  /** The hash of the newest secret of a client, which has no end; undefined when there is none. */
  findNewest(clientId: string): Promise<string | undefined>;
  /**
   * Puts a new secret beside the newest one, which gets an end; whatever was before that ends now, so that two live at
   * once. False when `oldHash` is the newest no more, or the new one was there before. One conditional write.
   */
  change(change: SecretChange): Promise<boolean>;
}

/** Long enough to bring a new secret to every instance of a client. */
export const oldSecretSeconds = 24 * 3600;
