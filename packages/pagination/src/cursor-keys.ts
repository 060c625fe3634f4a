/** One AES-256 key for cursors and the name that a cursor says it by. */
export interface CursorKey {
  /** 1 to 16 of `A-Z a-z 0-9 _ -`. */
  readonly kid: string;
  /** 32 bytes. */
  readonly key: Uint8Array;
}

const keyBytes = 32;
const pairForm = /^([\w-]{1,16}):([\w-]{43})$/;

/**
 * Reads `kid:key,kid:key`, newest first, each key 32 bytes in base64url without padding. To rotate, put the new key
 * in front and leave the old one for the 24 h that its cursors live.
 * Throws an Error with a sentence for the operator, which never repeats a key.
 */
export function parseCursorKeys(text: string): CursorKey[] {
  if (text.trim() === '') throw new Error('A cursor key is needed, as kid:key');
  return assertCursorKeys(text.split(',').map((pair, index) => parsePair(pair.trim(), index + 1)));
}

/** Refuses an empty list, a key of another size, and a name that stands twice. Throws an Error. */
export function assertCursorKeys(keys: CursorKey[]): CursorKey[] {
  if (keys.length === 0) throw new Error('A cursor key is needed, as kid:key');
  if (keys.some(({ key }) => key.length !== keyBytes)) throw new Error('A cursor key must have 32 bytes');
  const repeated = keys.find(({ kid }, index) => keys.findIndex((other) => other.kid === kid) !== index);
  if (repeated) throw new Error(`The cursor key name ${repeated.kid} stands twice`);
  return keys;
}

function parsePair(pair: string, place: number): CursorKey {
  const [, kid, encoded] = pairForm.exec(pair) ?? [];
  const key = Buffer.from(encoded ?? '', 'base64url');
  if (kid === undefined || key.toString('base64url') !== encoded) {
    throw new Error(
      `Cursor key ${place} must be kid:key, the kid 1 to 16 of A-Z a-z 0-9 _ -, the key 32 bytes in base64url`,
    );
  }
  return { kid, key };
}
