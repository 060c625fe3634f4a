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
/** What a key is copied with. */
const around = /^[\s#]+|\s+$/g;

/**
 * A key of the service without the blanks, line ends and # that it was copied with; any other key as it is, byte for byte.
 */
export function trimDropKey(key: string): string {
  const bare = key.replace(around, '');
  return serviceKey.test(bare) ? bare : key;
}

/** The key of a link. Throws `invalid_link` for one of the service that is not whole: an attempt with it would be spent. */
function readKey(fragment: string): string | undefined {
  const key = trimDropKey(decode(fragment));
  if (!key.startsWith('dk1_')) return fragment || undefined;
  if (serviceKey.test(key)) return key;
  const more = serviceKey.test(key.slice(0, keyLength))
    ? 'has more behind its key'
    : 'holds a key that is cut or damaged';
  throw new LatchkeyError(
    'invalid_link',
    `The link ${more}: a key has ${keyLength} characters, and this one ${key.length}.`,
  );
}

const keyLength = 47;

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

const page = /^(.*)\/d\/([A-Za-z0-9._~:-]{1,128})$/;

/** Reads a link that {@link makeDropLink} made. Throws `invalid_link` for any other text, and for a key that is not whole. */
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
  return { drop: url.origin + path, id, key: readKey(url.hash.slice(1)) };
}

interface TakeOptions extends CallOptions, Pick<Settings, 'fetch' | 'clock' | 'allowHttp'> {
  /** For a link without a key. */
  readonly key?: string;
  /** `base64`: the payload as bytes in base64, whatever it was stored as. */
  readonly payloadFormat?: 'base64';
}

/**
 * Takes the drop of a link: what /v1/consume answers, with the payload as it was stored. It sends no token, follows no redirect,
 * and wants https, or this machine. After `no_answer` or `outcome_unknown` the drop may have been taken.
 */
export async function takeDropLink(
  link: string,
  { key, signal, payloadFormat, ...settings }: TakeOptions = {},
) {
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
  const format = payloadFormat === undefined ? {} : { payload_format: payloadFormat };
  const fields = { id, key: trimDropKey(kept), ...format };
  return call('/v1/consume', fields, signal === undefined ? {} : { signal });
}
