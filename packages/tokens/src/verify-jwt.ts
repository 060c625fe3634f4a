import { hash, type KeyObject } from 'node:crypto';
import { ApiError } from '@latchkey/contracts';
import { withoutSlash } from '@latchkey/contracts/identifiers';
import jwt from 'jsonwebtoken';
import { isRecord, readAccessTokenClaims, type AccessTokenClaims } from './claims.ts';
import { tokenErrors } from './errors.ts';
import type { KeySource } from './key-source.ts';
import { readRelayClaims, type RelayClaims } from './relay-claims.ts';
import type { JwtType } from './sign-jwt.ts';
import { createVerifiedTokens } from './verified-tokens.ts';

/** Claims that any JWT must have, in seconds. */
interface TimedClaims {
  exp: number;
  iat: number;
}

export interface JwtVerifierInput<T> {
  typ: JwtType;
  issuer: string;
  /** `aud` must contain one of these. Undefined only in sso, which accepts tokens for any audience. */
  audience: string | [string, ...string[]] | undefined;
  keys: KeySource;
  now: () => number;
  /** How far clocks may differ. The default is 5. */
  clockToleranceSeconds?: number;
  /** The typed claims of a payload whose signature is valid; undefined when a claim is missing or of the wrong kind. */
  readClaims: (payload: Readonly<Record<string, unknown>>) => T | undefined;
  /** How many verified tokens are cached; none unless set. */
  mostKept?: number;
}

const longestTokenBytes = 8 * 1024;
const longestKidLength = 256;
const headerNames = new Set(['alg', 'typ', 'kid']);

/**
 * Returns a function that verifies RS512 JWTs of one `typ`. Refused as token_invalid: any other alg, a header with
 * anything but alg, typ and kid (so jwk, jku, x5u, x5c, crit), an unknown kid, wrong iss or aud, a missing exp, a
 * token over 8 KB. An otherwise good token past its exp is token_expired (RFC 8725; contract part 0 "Access tokens").
 * Passes on upstream_unavailable of the key source. For a cached token the key and the times are checked again, the
 * signature is not.
 */
export function createJwtVerifier<T extends TimedClaims>(
  input: JwtVerifierInput<T>,
): (token: string) => Promise<T> {
  const { clockToleranceSeconds = 5, mostKept = 0 } = input;
  const verified = createVerifiedTokens<T>(mostKept);
  return async (token) => {
    const digest = hash('sha256', token, 'base64url');
    const known = verified.find(digest);
    const kid =
      known?.kid ?? readKid(token, input.typ) ?? refuse('its header is not that of a token of the issuer');
    const key = (await input.keys.findKey(kid)) ?? refuse('the issuer publishes no key of its kid');
    const nowSeconds = Math.floor(input.now() / 1000);
    const claims = known?.key === key ? known.claims : verifyClaims(token, key, input, nowSeconds);
    if (claims !== known?.claims) verified.keep(digest, { kid, key, claims });
    if (claims.iat > nowSeconds + clockToleranceSeconds) refuse('it was issued in the future');
    if (claims.exp <= nowSeconds - clockToleranceSeconds) throw new ApiError(tokenErrors.expired);
    return claims;
  };
}

/** Claims that `key` has signed, of the right issuer and audience and of the right kinds. */
function verifyClaims<T>(token: string, key: KeyObject, input: JwtVerifierInput<T>, nowSeconds: number): T {
  const payload =
    verifySignature(token, key, input, nowSeconds) ??
    refuse('its signature, issuer, audience or first time of use does not fit');
  return input.readClaims(payload) ?? refuse('a claim is missing or of the wrong kind');
}

function refuse(detail: string): never {
  throw new ApiError(tokenErrors.invalid, { detail });
}

/** The kid of a header with alg, typ and kid and nothing else; undefined for every other token. */
function readKid(token: string, typ: JwtType): string | undefined {
  if (token.length > longestTokenBytes) return undefined;
  const [header, ...rest] = token.split('.');
  if (header === undefined || rest.length !== 2) return undefined;
  const fields = parseHeader(header);
  if (fields?.['alg'] !== 'RS512' || fields['typ'] !== typ) return undefined;
  const { kid } = fields;
  const isNameOnly = Object.keys(fields).every((name) => headerNames.has(name));
  return isNameOnly && typeof kid === 'string' && kid.length <= longestKidLength ? kid : undefined;
}

function parseHeader(part: string): Record<string, unknown> | undefined {
  try {
    const header: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return isRecord(header) ? header : undefined;
  } catch {
    return undefined;
  }
}

/** An audience is accepted with and without a slash at its end. Source: contract part 0 "Access tokens". */
function listSpellings(audience: string | readonly string[]): [string, ...string[]] {
  const bare = [audience].flat().map(withoutSlash);
  return [...bare, ...bare.map((one) => `${one}/`)] as [string, ...string[]];
}

/** The caller judges the expiry, so that a token for another audience is invalid rather than expired. */
function verifySignature(
  token: string,
  key: KeyObject,
  { issuer, audience, clockToleranceSeconds = 5 }: Omit<JwtVerifierInput<unknown>, 'readClaims'>,
  clockTimestamp: number,
): Record<string, unknown> | undefined {
  try {
    const payload: unknown = jwt.verify(token, key, {
      algorithms: ['RS512'],
      issuer,
      ...(audience === undefined ? {} : { audience: listSpellings(audience) }),
      clockTimestamp,
      clockTolerance: clockToleranceSeconds,
      ignoreExpiration: true,
    });
    return isRecord(payload) ? payload : undefined;
  } catch {
    return undefined;
  }
}

type VerifierInput = Omit<JwtVerifierInput<unknown>, 'typ' | 'readClaims' | 'mostKept'>;

/** About 2 MB. A token comes with each of a caller's requests; a payload comes once. */
const mostKept = 2_000;

/** Verifies access tokens (typ at+jwt, RFC 9068 4); errors as `createJwtVerifier`. */
export function createTokenVerifier(input: VerifierInput): (token: string) => Promise<AccessTokenClaims> {
  return createJwtVerifier({ ...input, typ: 'at+jwt', readClaims: readAccessTokenClaims, mostKept });
}

/** Verifies guard payloads (typ relay+jwt, contract part 1 "Guard payloads"); errors as `createJwtVerifier`. */
export function createRelayVerifier(input: VerifierInput): (token: string) => Promise<RelayClaims> {
  return createJwtVerifier({ ...input, typ: 'relay+jwt', readClaims: readRelayClaims });
}
