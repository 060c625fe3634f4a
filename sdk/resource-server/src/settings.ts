import type { IncomingMessage } from 'node:http';
import type { AccessTokenClaims } from '@latchkey/tokens/resource-server';
import type { RefusedError } from './refuse.ts';

/** What an access token says (RFC 9068). Times are in seconds. */
export type AccessToken = AccessTokenClaims;

/** A request as Express hands it on; a router changes its `url`. */
export interface ApiRequest extends IncomingMessage {
  readonly originalUrl?: string;
}

export interface Settings {
  /** Address of sso, which is also its name in tokens. */
  readonly issuer: string;
  /** The API's name in tokens: a token for another service is refused. */
  readonly audience: string;
  /** Where callers reach the API, without the path of a route. A proof names the address that it was made for. */
  readonly publicUrl: string;
  /** Allows an issuer with http: beyond this machine, for a development network. */
  readonly allowHttp?: boolean;
  /**
   * Remembers the id of a proof for some seconds, in one conditional write; false when it is remembered already. Each
   * process has a memory of its own unless this is given: several replicas share one, such as Redis with SET NX EX.
   */
  readonly remember?: (id: string, seconds: number) => Promise<boolean>;
  /** Sees why a request was refused, before it is answered: the request as it came, and a sentence without secrets. */
  readonly onRefused?: (request: ApiRequest, error: RefusedError) => void;
  /** Replaced by tests. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  readonly now?: () => number;
}

/** Nothing in such a text can be a secret of an address. */
const plainText = /^[\w.:/[\]-]{0,200}$/;

/** What is wrong with an address, after its name. Quotes nothing that may be a password. */
function judgeAddress(address: unknown): string | undefined {
  const text = String(address);
  if (/[\p{Cc}\p{Z}]/u.test(text)) return 'holds a blank or a control character.';
  if (!URL.canParse(text) || !/^https?:\/\//i.test(text))
    return `is ${plainText.test(text) ? `"${text}"` : 'no address'}: an address begins with https:// or http://.`;
  const { username, password, search, hash } = new URL(text);
  if (username + password !== '') return 'holds a name or a password.';
  return search + hash === '' ? undefined : 'holds a query or a fragment.';
}

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Throws an Error where a setting cannot be right: a program must not start with it. */
export function assertSettings({ issuer, audience, publicUrl, allowHttp }: Settings): void {
  for (const [name, address] of Object.entries({ issuer, publicUrl })) {
    const fault = judgeAddress(address);
    if (fault !== undefined) throw new Error(`${name} ${fault}`);
  }
  const { protocol, hostname } = new URL(issuer);
  if (protocol === 'http:' && allowHttp !== true && !loopback.test(hostname))
    throw new Error(`issuer is ${issuer}, which is not https:. For a development network, set allowHttp.`);
  if (typeof audience !== 'string' || audience === '') throw new Error('audience is empty or no text');
}
