import { drop, type CallOptions } from './calls/services.ts';
import { LatchkeyError } from './latchkey-error.ts';
import { isHttpAllowed, type Settings } from './settings.ts';

/** What a link to an anonymous drop says. */
export interface DropLink {
  /** Address of the service, without a slash at its end. */
  readonly drop: string;
  readonly id: string;
  /** The key, where the link holds it. */
  readonly key: string | undefined;
}

/**
 * The link to the page of an anonymous drop. It holds the key after #, which no browser sends, where the service made the
 * key; a key of one's own goes another way. Source: contract part 5 "Links to drops".
 */
export function makeDropLink(
  address: string,
  { id, key }: { readonly id: string; readonly key?: string | undefined },
): string {
  const link = `${address.replace(/\/+$/, '')}/d/${id}`;
  return key !== undefined && serviceKey.test(key) ? `${link}#${key}` : link;
}

const serviceKey = /^dk1_[A-Za-z0-9_-]{43}$/;
const page = /^(.*)\/d\/([A-Za-z0-9._~:-]{1,128})$/;

/** Reads a link that {@link makeDropLink} made. Throws `invalid_link` for any other text. */
export function readDropLink(link: string): DropLink {
  const url = URL.canParse(link) ? new URL(link) : undefined;
  const [, path, id] = page.exec(url?.pathname ?? '') ?? [];
  if (
    url === undefined ||
    path === undefined ||
    id === undefined ||
    !/^https?:$/.test(url.protocol) ||
    url.username + url.password !== ''
  )
    throw new LatchkeyError('invalid_link', 'This is not a link to a drop.');
  return { drop: url.origin + path, id, key: url.hash.slice(1) || undefined };
}

interface TakeOptions extends CallOptions, Pick<Settings, 'fetch' | 'clock' | 'allowHttp'> {
  /** For a link without a key. */
  readonly key?: string;
}

/**
 * Takes the drop of a link: what /v1/consume answers, with the payload in base64. It sends no token, follows no redirect,
 * and wants https, or this machine. After `no_answer` or `outcome_unknown` the drop may have been taken.
 */
export async function takeDropLink(link: string, { key, signal, ...settings }: TakeOptions = {}) {
  const { drop: address, id, key: kept = key } = readDropLink(link);
  if (!address.startsWith('https:') && !isHttpAllowed(settings, address))
    throw new LatchkeyError('invalid_link', 'The link is not https.');
  if (kept === undefined)
    throw new LatchkeyError('missing_key', 'The link holds no key: give one.', { field: 'key' });
  const call = drop({
    caller: {
      settings: { ...settings, sso: address, drop: address, clientId: '' },
      credentials: async () => undefined,
    },
  });
  const fields = { id, key: kept, payload_format: 'base64' } as const;
  return call('/v1/consume', fields, signal === undefined ? {} : { signal });
}
