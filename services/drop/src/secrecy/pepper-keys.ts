/** A server-side key that goes into every drop's key material, and the name that rows know it by. */
export interface PepperKey {
  readonly kid: string;
  readonly key: Uint8Array;
}

const pairForm = /^([\w-]{1,16}):([\w-]{43})$/;

/**
 * Reads `kid:key,kid:key`, newest first, each key 32 bytes in base64url; empty text is no pepper. The newest seals, all
 * open. Throws an Error with a sentence for the operator, which never repeats a key.
 */
export function parsePepperKeys(text: string): PepperKey[] {
  if (text.trim() === '') return [];
  const keys = text.split(',').map((pair, index) => parsePair(pair.trim(), index + 1));
  if (new Set(keys.map(({ kid }) => kid)).size !== keys.length)
    throw new Error('A pepper key name stands twice');
  return keys;
}

function parsePair(pair: string, place: number): PepperKey {
  const [, kid, encoded] = pairForm.exec(pair) ?? [];
  const key = Buffer.from(encoded ?? '', 'base64url');
  if (kid === undefined || key.toString('base64url') !== encoded) {
    throw new Error(`Pepper key ${place} must be kid:key, the key 32 bytes in base64url`);
  }
  return { kid, key };
}
