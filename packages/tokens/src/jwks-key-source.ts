import type { KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { withoutSlash } from '@latchkey/contracts/identifiers';
import { createCachedKeySource } from './cached-key-source.ts';
import { isRecord } from './claims.ts';
import { readJwks, type RemoteKeySource } from './key-source.ts';

/** The part of fetch that is used here. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

const timeLimitMilliseconds = 2_000;

/** The issuer is there and has another name: no token will ever be accepted. */
class ForeignIssuer extends Error {}

/**
 * Keys from the issuer's discovery document, cached as `createCachedKeySource` says. Its address is the one of OpenID
 * Connect Discovery 4, or where that is 404 the one of RFC 8414 3.1: they differ for an issuer with a path. `address`
 * is where the issuer is reached when its own name does not resolve here, as inside a cluster; the document must still
 * name `issuer` exactly.
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
    const first = await fetchJson(fetch, discoveryUrl, { mayLack: true });
    const discovery = first === undefined ? await fetchJson(fetch, insertWellKnown(address)) : first;
    const named = isRecord(discovery) ? discovery['issuer'] : undefined;
    if (!isRecord(discovery) || named !== issuer)
      throw new ForeignIssuer(`${discoveryUrl} names the issuer ${JSON.stringify(named)} and not ${issuer}`);
    return readJwks(await fetchJson(fetch, reachableUrl(discovery['jwks_uri'], issuer, address)));
  }

  return createCachedKeySource({ load, now });
}

/**
 * A check of readiness that fails with the reason where the issuer answers, and is another one than is configured. An
 * issuer that does not answer is no fault of this service.
 */
export function createIssuerCheck(keys: Pick<RemoteKeySource, 'assertAtHand'>): () => Promise<void> {
  const findFault = () =>
    keys.assertAtHand().catch((error: unknown) => {
      const cause = error instanceof Error ? error.cause : undefined;
      if (cause instanceof ForeignIssuer) throw cause;
    });
  return () => Promise.race([findFault(), wait(patienceMs, undefined, { ref: false })]);
}

/** Readiness waits for 2 s itself. */
const patienceMs = 1_000;

function insertWellKnown(address: string): string {
  const { origin, pathname } = new URL(address);
  return `${origin}/.well-known/oauth-authorization-server${withoutSlash(pathname)}`;
}

function reachableUrl(jwksUri: unknown, issuer: string, address: string): string {
  const url = typeof jwksUri === 'string' && URL.canParse(jwksUri) ? new URL(jwksUri) : null;
  if (url === null || url.protocol !== new URL(issuer).protocol) throw new Error('jwks_uri is not usable');
  // The endpoints of an issuer with a path may be beside it.
  const bases = [`${withoutSlash(issuer)}/`, `${new URL(issuer).origin}/`];
  const base = bases.find((one) => url.href.startsWith(one));
  return base === undefined || address === issuer
    ? url.href
    : `${withoutSlash(address)}/${url.href.slice(base.length)}`;
}

async function fetchJson(fetch: Fetch, url: string, { mayLack = false } = {}): Promise<unknown> {
  const response = await fetch(url, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(timeLimitMilliseconds),
  });
  if (response.status === 404 && mayLack) return undefined;
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return await response.json();
}

/**
 * Keys from a JWK Set in a file, for an installation with no sso in reach (contract part 0 "Access tokens",
 * JWKS_FILE). Rejects at once when the file holds no usable keys, naming the variable; later the file is read again as
 * `createCachedKeySource` says, so that a rotated file needs no restart.
 */
export async function createFileKeySource(input: {
  path: string;
  now: () => number;
}): Promise<RemoteKeySource> {
  const load = async () => readJwks(JSON.parse(await readFile(input.path, 'utf8')));
  await load().catch((cause: unknown) => {
    throw new Error(`JWKS_FILE has no usable keys: ${String(cause)}`, { cause });
  });
  return createCachedKeySource({ load, now: input.now });
}
