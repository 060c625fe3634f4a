import { drop, findAddress, type CallOptions } from './calls/services.ts';
import {
  checkAsked,
  makeDropLink,
  openDropLink,
  readDropLink,
  signalOf,
  type LinkOptions,
} from './drop-link.ts';
import type { Caller } from './session/session.ts';

/** What is asked for, and how long: what /v1/drop/reserve takes. */
interface AskFields {
  /** For what: up to 100 characters, which whoever has the link sees. */
  readonly asks?: string;
  /** Seconds for which the link works. */
  readonly ttl?: number;
  /** A mail to the person who asks, once it is filled in. */
  readonly notify?: boolean;
  readonly kind?: string;
  /** Only its owner sees it. */
  readonly metadata?: Record<string, unknown>;
}

/**
 * Asks somebody for a secret: makes a drop that whoever has its `link` fills in, once. Keep the link: `/v1/drop/consume` takes what
 * was filled in with its id and key, and the token of who has asked. Source: contract part 3 "Asking for a secret".
 */
export async function askForDrop(
  session: { readonly caller: Caller },
  fields: AskFields = {},
  options: CallOptions = {},
) {
  const made = await drop(session)('/v1/drop/reserve', { ...fields, fillable: true }, options);
  return { ...made, link: makeDropLink(await findAddress(session.caller, 'drop'), made, 'fill') };
}

/** What is filled in; one of payload and data is enough. */
interface FillFields {
  readonly payload?: unknown;
  readonly data?: unknown;
  readonly payload_format?: 'text' | 'json' | 'html' | 'base64';
  readonly content_type?: string;
}

/**
 * Fills in what a link asks for, once, without a token. It follows no redirect, and wants https, or this machine. After
 * `no_answer` or `outcome_unknown` it may have been filled in. Throws `invalid_link` for a link to a drop that gives a
 * secret.
 */
export async function fillDrop(link: string, fields: FillFields, options: LinkOptions = {}) {
  const read = readDropLink(link);
  checkAsked(read, true);
  const { call, key } = openDropLink(read, options);
  return call('/v1/fill', { ...fields, id: read.id, key }, signalOf(options));
}
