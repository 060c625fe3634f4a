import { createHmac } from 'node:crypto';

const prefix = 'whsec_';
const secretBytes = 32;

/** A secret as Standard Webhooks writes it, with 256 random bits. */
export function makeSecret(randomBytes: (size: number) => Uint8Array): string {
  return prefix + Buffer.from(randomBytes(secretBytes)).toString('base64');
}

/** The header webhook-signature: one signature for each secret. Source: Standard Webhooks, "Signature scheme". */
export function sign(secrets: readonly string[], id: string, timestamp: number, body: string): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(prefix.length), 'base64');
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
    })
    .join(' ');
}
