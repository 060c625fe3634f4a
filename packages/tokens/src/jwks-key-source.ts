import type { KeyObject } from 'node:crypto';
import { createCachedKeySource } from './cached-key-source.ts';
import { isRecord } from './claims.ts';
import { readJwks, type RemoteKeySource } from './key-source.ts';

/** The part of fetch that is used here. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

const timeLimitMilliseconds = 2_000;

/**
 * Keys from the issuer's discovery document (OpenID Connect Discovery 1.0 section 4), cached as
 * `createCachedKeySource` says. `address` is where the issuer is reached when its own name does not resolve here, as
 * inside a cluster; the document must still name `issuer` exactly.
 */
export function createJwksKeySource(input: {
  issuer: string;
  address?: string;
  fetch: Fetch;
  now: () => number;
}): RemoteKeySource {
  const { issuer, address = issuer, fetch, now } = input;

  async function load(): Promise<Map<string, KeyObject>> {
    const discoveryUrl = `${withoutSlash(address)}/.well-known/openid-configuration`;
    const discovery = await fetchJson(fetch, discoveryUrl);
    if (!isRecord(discovery) || discovery['issuer'] !== issuer) {
      throw new Error(`${discoveryUrl} does not name the issuer ${issuer}`);
    }
    return readJwks(await fetchJson(fetch, reachableUrl(discovery['jwks_uri'], issuer, address)));
  }

  return createCachedKeySource({ load, now });
}

function reachableUrl(jwksUri: unknown, issuer: string, address: string): string {
  const url = typeof jwksUri === 'string' && URL.canParse(jwksUri) ? new URL(jwksUri) : null;
  if (url === null || url.protocol !== new URL(issuer).protocol) throw new Error('jwks_uri is not usable');
  const base = `${withoutSlash(issuer)}/`;
  return url.href.startsWith(base) ? `${withoutSlash(address)}/${url.href.slice(base.length)}` : url.href;
}

async function fetchJson(fetch: Fetch, url: string): Promise<unknown> {
  const response = await fetch(url, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(timeLimitMilliseconds),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return await response.json();
}

function withoutSlash(url: string): string {
  return url.endsWith('/') ? url.slice(0, -1) : url;
}
