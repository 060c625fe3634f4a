import { ApiError } from '@latchkey/contracts';
import { open, seal, type NamedKey } from '@latchkey/secrets';
import { errors } from '../../errors.ts';

/** Keeps secrets in the database unreadable without the service's key. */
export interface TextSealer {
  /** `owner` is bound in: a text that is sealed for one record does not open for another. */
  seal(text: string, owner: string): string;
  /** Throws upstream_unavailable for a text whose key is not listed, and an Error for one that is not `owner`'s. */
  open(sealed: string, owner: string): string;
  /** Whether the key that seals now has sealed it. */
  isNewest(sealed: string): boolean;
}

/** Seals with the first key and opens with every key, so that keys rotate without a migration. */
export function createTextSealer({
  keys,
  randomBytes,
}: {
  keys: readonly [NamedKey, ...NamedKey[]];
  randomBytes: (size: number) => Uint8Array;
}): TextSealer {
  const [newest] = keys;
  return {
    seal(text, owner) {
      const sealed = seal(text, { key: newest.key, additionalData: owner, randomBytes });
      return `${newest.kid}.${sealed.toString('base64url')}`;
    },
    open(sealed, owner) {
      const [kid, body = ''] = sealed.split('.');
      const key = keys.find((one) => one.kid === kid)?.key;
      if (key === undefined) throw missingKey();
      const text = open(Buffer.from(body, 'base64url'), { key, additionalData: owner });
      if (text === undefined) throw new Error('A sealed text was changed, or is sealed for another record');
      return text.toString('utf8');
    },
    isNewest: (sealed) => sealed.startsWith(`${newest.kid}.`),
  };
}

/** A replica that has not got the newest key yet: another one, or this one later, can open the text. */
function missingKey(): ApiError {
  const cause = new Error('A text is sealed with a key that is not in SEALING_KEYS');
  return new ApiError(errors.unavailable, { cause, retryAfterSeconds: 5 });
}
