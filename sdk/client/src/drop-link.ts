import { drop, type CallOptions } from './calls/services.ts';
import { LatchkeyError } from './latchkey-error.ts';
import { isHttpAllowed, type Settings } from './settings.ts';

/** What a link to a drop says: an anonymous one, or one that somebody is asked to fill in. */
export interface DropLink {
  /** Address of the service, without a slash at its end. */
  readonly drop: string;
  readonly id: string;
  /** The key, where the link holds it. */
  readonly key: string | undefined;
  /** Whether its page takes a secret, for who has asked for it, and gives none. */
  readonly isAsked: boolean;
}

/**
 * The link to the page of an anonymous drop, or of one that somebody is asked to fill in. It holds the key after #, which no browser sends, where the service made the
 * key; a key of one's own goes another way. Source: contract part 5 "Links to drops".
 */
export function makeDropLink(
  address: string,
  { id, key }: { readonly id: string; readonly key?: string | undefined },
  page: 'd' | 'fill' = 'd',
): string {
  const link = `${address.replace(/\/+$/, '')}/${page}/${id}`;
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

const pages = /^(.*)\/(d|fill)\/([A-Za-z0-9._~:-]{1,128})$/;

/** Reads a link that {@link makeDropLink} made. Throws `invalid_link` for any other text, and for a key that is not whole. */
export function readDropLink(link: string): DropLink {
  const url = URL.canParse(link) ? new URL(link) : undefined;
  const [, path, page, id] = pages.exec(url?.pathname ?? '') ?? [];
  if (
    url === undefined ||
    path === undefined ||
    id === undefined ||
    !/^https?:$/.test(url.protocol) ||
    url.username + url.password !== ''
  )
    throw new LatchkeyError('invalid_link', 'This is not a link to a drop.');
  return { drop: url.origin + path, id, key: readKey(url.hash.slice(1)), isAsked: page === 'fill' };
}

export interface LinkOptions extends CallOptions, Pick<Settings, 'fetch' | 'clock' | 'allowHttp'> {}

interface TakeOptions extends LinkOptions {
  /** For a link without a key. */
  readonly key?: string;
  /** `base64`: the payload as bytes in base64, whatever it was stored as. */
  readonly payloadFormat?: 'base64';
}

/** What is asked for is taken by who has asked, and anything else is not filled in. */
export function checkAsked({ isAsked }: DropLink, isWanted: boolean): void {
  if (isAsked === isWanted) return;
  const why = isAsked
    ? 'The link asks for a secret: who has made it takes what was filled in, with a login.'
    : 'The link gives a secret, and asks for none.';
  throw new LatchkeyError('invalid_link', why);
}

/** Calls without a token of the service of a link, which is https or this machine. Throws `invalid_link` and `missing_key`. */
export function openDropLink(
  { drop: address, key: kept }: DropLink,
  { key = kept, signal: _signal, ...settings }: LinkOptions & { readonly key?: string | undefined },
) {
  if (!address.startsWith('https:') && !isHttpAllowed(settings, address))
    throw new LatchkeyError('invalid_link', 'The link is not https.');
  if (key === undefined)
    throw new LatchkeyError('missing_key', 'The link holds no key: give one.', { field: 'key' });
  const call = drop({
    caller: {
      settings: { ...settings, sso: address, drop: address, clientId: '' },
      credentials: async () => undefined,
    },
  });
  return { call, key: trimDropKey(key) };
}

/**
 * Takes the drop of a link: what /v1/consume answers, with the payload as it was stored. It sends no token, follows no redirect,
 * and wants https, or this machine. After `no_answer` or `outcome_unknown` the drop may have been taken.
 */
export async function takeDropLink(link: string, { key, payloadFormat, ...options }: TakeOptions = {}) {
  const read = readDropLink(link);
  checkAsked(read, false);
  const opened = openDropLink(read, { ...options, key: read.key ?? key });
  const format = payloadFormat === undefined ? {} : { payload_format: payloadFormat };
  const fields = { id: read.id, key: opened.key, ...format };
  return opened.call('/v1/consume', fields, signalOf(options));
}

export const signalOf = ({ signal }: CallOptions): CallOptions => (signal === undefined ? {} : { signal });
