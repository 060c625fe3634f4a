import type { Request } from 'express';
import Negotiator from 'negotiator';
import { seeOtherStatus } from './answer.ts';
import type { Protocol, Reply } from './types.ts';

export interface Picture {
  readonly type: string;
  readonly bytes: string | Uint8Array;
  readonly cacheControl: string;
}

/** What a listener shows people, who type addresses and keep them. */
export interface FrontDoor {
  /** The pages that a browser is shown where no route takes its request. */
  readonly protocol: Protocol;
  /** The pictures that it shows, by path: its icon, and logos. */
  readonly pictures: ReadonlyMap<string, Picture>;
  /** The address of the page that a person means by a path without a route; undefined where there is none. */
  leadTo(path: string): string | undefined;
}

/** An SVG may hold a style, and does nothing else, also where somebody opens it. */
const picturePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** Leads to the page that was meant, with what the address asks; undefined where none was. */
export function leadOn(door: FrontDoor | undefined, { method, path, url }: Request): Reply | undefined {
  const isRead = method === 'GET' || method === 'HEAD';
  const meant = isRead ? door?.leadTo(path) : undefined;
  if (meant === undefined) return undefined;
  const address = new URL(meant);
  const mark = url.indexOf('?');
  address.search = mark < 0 ? '' : url.slice(mark);
  return {
    status: seeOtherStatus,
    headers: { location: address.href, 'cache-control': 'no-store' },
    body: '',
  };
}

/** What answers a request that no route takes: a page where the caller prefers one to JSON, as a browser does. */
export function protocolFor(request: Request, door: FrontDoor | undefined, usual: Protocol): Protocol {
  if (door === undefined) return usual;
  const type = new Negotiator(request).mediaType(['application/json', 'text/html']);
  return type === 'text/html' ? door.protocol : usual;
}

export function replyPicture({ type, bytes, cacheControl }: Picture): Reply {
  const headers = {
    'content-type': type,
    'cache-control': cacheControl,
    'content-security-policy': picturePolicy,
  };
  return { status: 200, headers, body: bytes };
}
