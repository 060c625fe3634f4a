import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { calculateJwkThumbprint } from 'jose';
import { fileLagMilliseconds, publishAheadMilliseconds } from './signing-key-file.ts';

/**
 * Answers the text of a signing key file with one new RSA key (2,048 bits, kid = its RFC 7638 thumbprint) added to
 * `text`, the present file if there is one. The first key is used at once, a further one after it has been published
 * for 20 min (contract part 0 "Access tokens"), and the file has had time to reach every replica. `now` in milliseconds.
 */
export async function addSigningKey(input: { text?: string; now: number }): Promise<string> {
  const entries: unknown = JSON.parse(input.text ?? '[]');
  if (!Array.isArray(entries)) throw new Error('the signing key file must be a JSON list');
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const notBeforeAt = input.now + (entries.length === 0 ? 0 : publishAheadMilliseconds + fileLagMilliseconds);
  const entry = {
    kid: await calculateJwkThumbprint(publicKey),
    private_pem: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    created_at: new Date(input.now).toISOString(),
    not_before: new Date(notBeforeAt).toISOString(),
  };
  return `${JSON.stringify([...entries, entry], undefined, 2)}\n`;
}
