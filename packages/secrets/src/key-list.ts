/** A key of 32 bytes and the name that sealed data says it by. */
export interface NamedKey {
  /** 1 to 16 of `A-Z a-z 0-9 _ -`. */
  readonly kid: string;
  readonly key: Uint8Array;
}

const keyBytes = 32;
const pairForm = /^([\w-]{1,16}):([\w-]{43})$/;

/**
 * Reads `kid:key,kid:key`, the newest first, each key 32 bytes in base64url without padding. To rotate, an operator puts
 * the new key in front and leaves the old one for as long as something is sealed with it.
 * Throws an Error with a sentence for the operator, which never repeats a key.
 */
export function parseKeyList(text: string): [NamedKey, ...NamedKey[]] {
  const pairs = text.trim() === '' ? [] : text.split(',');
  return assertKeyList(pairs.map((pair, index) => parsePair(pair.trim(), index + 1)));
}

/** Refuses an empty list, a key of another size, and a name that is used twice. Throws an Error. */
export function assertKeyList(keys: readonly NamedKey[]): [NamedKey, ...NamedKey[]] {
  const [newest, ...older] = keys;
  if (newest === undefined) throw new Error('A key is needed, as kid:key');
  if (keys.some(({ key }) => key.length !== keyBytes)) throw new Error('A key must have 32 bytes');
  const repeated = keys.find(({ kid }, index) => keys.findIndex((other) => other.kid === kid) !== index);
  if (repeated) throw new Error(`The key name ${repeated.kid} is used twice`);
  return [newest, ...older];
}

function parsePair(pair: string, place: number): NamedKey {
  const [, kid, encoded] = pairForm.exec(pair) ?? [];
  const key = Buffer.from(encoded ?? '', 'base64url');
  // Decoding is lenient: only the one canonical spelling of a key is accepted.
  if (kid === undefined || key.toString('base64url') !== encoded) {
    throw new Error(
      `Key ${place} must be kid:key, the kid 1 to 16 of A-Z a-z 0-9 _ -, the key 32 bytes in base64url`,
    );
  }
  return { kid, key };
}
