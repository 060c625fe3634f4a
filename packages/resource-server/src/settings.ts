import type { AccessTokenClaims } from '@latchkey/tokens/resource-server';

/** What an access token says (RFC 9068). Times are in seconds. */
export type AccessToken = AccessTokenClaims;

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
  /** Replaced by tests. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Throws an Error where a setting cannot be right: a program must not start with it. */
export function assertSettings({ issuer, audience, publicUrl, allowHttp }: Settings): void {
  for (const [name, address] of Object.entries({ issuer, publicUrl }))
    if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
      throw new Error(`${name} is ${JSON.stringify(address)}, which is no address that begins with https://`);
  const { protocol, hostname } = new URL(issuer);
  if (protocol === 'http:' && allowHttp !== true && !loopback.test(hostname))
    throw new Error(`issuer is ${issuer}, which is not https:. For a development network, set allowHttp.`);
  if (audience === '') throw new Error('audience is empty');
}
