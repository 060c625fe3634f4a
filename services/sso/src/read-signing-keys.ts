import { readFileSync } from 'node:fs';
import { createSigningKeys, type SigningKeys } from '@latchkey/tokens';

/** Signing keys that can be read again while the service runs. */
export interface SigningKeyFile {
  readonly keys: SigningKeys;
  /** Puts what the file holds now in place; throws, and keeps what there was, when that is not usable. */
  reload(): void;
}

/** Opens the signing key file. Throws an error that names SIGNING_KEYS_FILE when it holds no usable keys. */
export function openSigningKeys(path: string, now: () => number): SigningKeyFile {
  let keys = read(path, now);
  return {
    keys: {
      activeKey: () => keys.activeKey(),
      findSigningKey: (kid) => keys.findSigningKey(kid),
      activeSince: () => keys.activeSince(),
      publicJwks: () => keys.publicJwks(),
      findKey: (kid) => keys.findKey(kid),
    },
    reload() {
      keys = read(path, now);
    },
  };
}

function read(path: string, now: () => number): SigningKeys {
  try {
    return createSigningKeys({ text: readFileSync(path, 'utf8'), now });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`SIGNING_KEYS_FILE has no usable keys: ${reason}`, { cause });
  }
}
