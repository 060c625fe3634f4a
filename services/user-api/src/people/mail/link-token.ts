import { createHmac } from 'node:crypto';
import type { LinkPurpose } from '@latchkey/contracts';
import { isSameSecret, type NamedKey } from '@latchkey/secrets';

export interface LinkTokens {
  /** The token of a link: the same each time that it is asked for, while the newest key stays. */
  tokenOf(link: { readonly id: string; readonly purpose: LinkPurpose }): string;
  /** The id in a token; undefined where no key has signed it for one of these purposes. */
  readId(token: string, ...purposes: readonly LinkPurpose[]): string | undefined;
}

const form = /^([\w-]{1,16})\.([\w-]{43})\.([\w-]{43})$/;

/**
 * Tokens are the name of a key, the link's id and an HMAC of id and purpose: who reads the table of links has no token,
 * and each attempt to send a mail writes the same one. Source: contract part 2 "Links".
 */
export function createLinkTokens(keys: readonly [NamedKey, ...NamedKey[]]): LinkTokens {
  const sign = ({ kid, key }: NamedKey, id: string, purpose: LinkPurpose) => {
    const mac = createHmac('sha256', key).update(`link ${purpose} ${id}`).digest('base64url');
    return `${kid}.${id}.${mac}`;
  };
  return {
    tokenOf: ({ id, purpose }) => sign(keys[0], id, purpose),
    readId(token, ...purposes) {
      const [, kid, id = ''] = form.exec(token) ?? [];
      const key = keys.find((one) => one.kid === kid);
      const isSigned =
        key !== undefined && purposes.some((purpose) => isSameSecret(token, sign(key, id, purpose)));
      return isSigned ? id : undefined;
    },
  };
}
