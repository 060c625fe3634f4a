import { ApiError } from '@latchkey/contracts';
import { errors } from '../errors.ts';

const prefix = 'dk1_';

export const dropKeyBytes = 32;

/** A server-made key as the caller sees it: `dk1_` and 43 base64url characters. Source: contract part 3 "Fields". */
export function formatDropKey(bytes: Uint8Array): string {
  return prefix + Buffer.from(bytes).toString('base64url');
}

/** The 32 bytes behind {@link formatDropKey}; undefined for any other spelling. */
export function readDropKey(key: string): Buffer | undefined {
  if (!key.startsWith(prefix)) return undefined;
  const encoded = key.slice(prefix.length);
  const bytes = Buffer.from(encoded, 'base64url');
  return bytes.length === dropKeyBytes && bytes.toString('base64url') === encoded ? bytes : undefined;
}

/** A key as people paste it, without the blanks, line ends and # around it. Source: contract part 3 "The page". */
export function trimDropKey(key: string): string {
  return key.replace(/^[\s#]+|\s+$/g, '');
}

/** Source: contract part 3 "Fields". */
const maxKeyBytes = 1024;

/** Throws Invalid for a key that no drop can have. */
export function assertKey(key: string): void {
  if (Buffer.byteLength(key) <= maxKeyBytes) return;
  throw new ApiError(errors.valueInvalid, { field: 'key', detail: 'the key is too long' });
}
