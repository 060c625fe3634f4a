import { assertKeyList, type NamedKey } from '@latchkey/secrets/key-list';
import { open, seal } from '@latchkey/secrets/seal';
import type { RowKey } from './page-plan.ts';

/** Longest cursor, in characters (contract part 0 "Pagination"). */
export const maximumCursorLength = 512;
const lifeMs = 24 * 60 * 60 * 1000;
const version = 1;

export interface CursorSealer {
  /**
   * Makes the cursor of the page that follows the record `after`, for the search that `binding` identifies. Throws an
   * Error when the id is too long to fit.
   */
  seal: (after: RowKey, binding: string) => string;
  /** undefined for everything that this sealer did not make for this binding within the last 24 h. */
  open: (cursor: string, binding: string) => RowKey | undefined;
}

/**
 * Seals with AES-256-GCM: version, kid length, kid | nonce | ciphertext | tag, in base64url. The header and the
 * binding are additional data. The first key seals and every key opens, so replicas that hold the same list agree.
 * `now` is in milliseconds. Throws an Error without a usable key. Source: contract part 0 "Pagination".
 */
export function createCursorSealer(parts: {
  keys: readonly NamedKey[];
  now: () => number;
  randomBytes: (size: number) => Uint8Array;
}): CursorSealer {
  const { now, randomBytes } = parts;
  const keys = assertKeyList(parts.keys);
  const [{ kid, key: newestKey }] = keys;
  const header = Buffer.from([version, kid.length, ...Buffer.from(kid)]);

  return {
    seal({ createdAtMs, id }, binding) {
      const plain = JSON.stringify([createdAtMs, id, now() + lifeMs]);
      const lock = { key: newestKey, additionalData: bind(header, binding) };
      const sealed = seal(plain, { ...lock, randomBytes });
      const cursor = Buffer.concat([header, sealed]).toString('base64url');
      if (cursor.length > maximumCursorLength)
        throw new Error('The id of this record is too long for a cursor');
      return cursor;
    },
    open(cursor, binding) {
      const plain = openCursor(cursor, binding, keys);
      if (plain === undefined) return undefined;
      const [createdAtMs, id, expiresAtMs] = JSON.parse(plain) as [number, string, number];
      return now() < expiresAtMs ? { createdAtMs, id } : undefined;
    },
  };
}

function openCursor(cursor: string, binding: string, keys: readonly NamedKey[]): string | undefined {
  if (cursor.length > maximumCursorLength) return undefined;
  const bytes = Buffer.from(cursor, 'base64url');
  // Decoding is lenient: only the one canonical spelling of these bytes is a cursor that was handed out.
  if (bytes.toString('base64url') !== cursor || bytes[0] !== version) return undefined;
  const headerEnd = 2 + (bytes[1] ?? 0);
  const key = keys.find(({ kid }) => kid === bytes.toString('latin1', 2, headerEnd))?.key;
  if (key === undefined) return undefined;
  const additionalData = bind(bytes.subarray(0, headerEnd), binding);
  return open(bytes.subarray(headerEnd), { key, additionalData })?.toString('utf8');
}

function bind(header: Uint8Array, binding: string): Buffer {
  return Buffer.concat([header, Buffer.from(binding)]);
}
