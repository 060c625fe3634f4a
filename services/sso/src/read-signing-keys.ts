import { readFileSync } from 'node:fs';
import { type SigningKeys, createSigningKeys } from '@latchkey/tokens';

/** Reads the signing key file at start. Throws an error that names SIGNING_KEYS_FILE when it holds no usable keys. */
export function readSigningKeys(path: string, now: () => number): SigningKeys {
  try {
    return createSigningKeys({ text: readFileSync(path, 'utf8'), now });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`SIGNING_KEYS_FILE has no usable keys: ${reason}`, { cause });
  }
}
