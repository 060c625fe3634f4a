import { ApiError } from '@latchkey/contracts/errors';
import { faults, wordFault, wordTwice } from './faults.ts';
import type { Leaf } from './leaves.ts';
import { assertLeaf } from './limits.ts';
import type { RawRequest } from './raw-request.ts';

/** off: headers are not looked at; accept: header or field; only: credential fields are refused. */
export type HeaderAuthMode = 'off' | 'accept' | 'only';

const tokenNames = ['auth.token', 'token'] as const;
/** The spellings of a proof's field, where a service reads both. */
export const bothProofNames: readonly string[] = ['auth.dpop', 'dpop'];
const tokenScheme = /^(bearer|dpop)[ \t]+(.+)$/i;

/**
 * The planned migration: credentials of the Authorization (Bearer, DPoP), `token` and `DPoP` headers enter as the
 * leaves that readers of either spelling know: `auth.token` and `token`, and `proofNames`. Other Authorization
 * schemes are no credential of ours and are passed over. Throws ambiguous_parameter for a differing pair, and for any
 * credential field when the mode is `only`; invalid_type for a header value over its length. Answers whether the token
 * came with the scheme Bearer.
 * Source: contract part 0 "Parsed request" 9, RFC 6750 2.1, RFC 9449 7.1.
 */
export function applyHeaderCredentials(
  leaves: Map<string, Leaf>,
  headers: RawRequest['headers'],
  mode: HeaderAuthMode,
  proofNames: readonly string[],
): boolean {
  if (mode === 'off') return false;
  if (mode === 'only') assertNoFields(leaves, [...tokenNames, ...proofNames]);
  const { token, isBearer } = readToken(headers);
  supply(leaves, tokenNames, token);
  supply(leaves, proofNames, readSingle(headers['dpop'], 'auth.dpop'));
  return isBearer;
}

function assertNoFields(leaves: ReadonlyMap<string, Leaf>, names: readonly string[]): void {
  const field = names.find((name) => leaves.has(name));
  if (field !== undefined)
    throw new ApiError(wordFault(faults.headerOnly, field, 'is read from the request headers only'), {
      field,
    });
}

function supply(leaves: Map<string, Leaf>, names: readonly string[], credential: string | undefined): void {
  if (credential === undefined) return;
  for (const name of names) {
    const given = leaves.get(name)?.value ?? '';
    if (given !== '' && given !== credential) {
      throw new ApiError(wordTwice(name), { field: name });
    }
    assertLeaf(name, credential);
    leaves.set(name, { value: credential, isText: true });
  }
}

function readToken(headers: RawRequest['headers']): { token: string | undefined; isBearer: boolean } {
  const authorization = readSingle(headers['authorization'], 'auth.token');
  const [, scheme = '', credential = ''] = tokenScheme.exec(authorization ?? '') ?? [];
  const token = readSingle([credential, readSingle(headers['token'], 'auth.token') ?? ''], 'auth.token');
  return { token, isBearer: scheme.toLowerCase() === 'bearer' };
}

/** The one value that is not blank, if any. */
function readSingle(header: string | readonly string[] | undefined, field: string): string | undefined {
  let single: string | undefined;
  for (const value of typeof header === 'string' ? [header] : (header ?? [])) {
    const text = value.trim();
    if (text === '' || text === single) continue;
    if (single !== undefined) throw new ApiError(wordTwice(field), { field });
    single = text;
  }
  return single;
}

/** Our schemes, whose values have no comma: a proxy has joined two headers. Others, such as Digest, do have commas. */
const joinedAuthorization = /^\s*(basic|bearer|dpop)\b.*,/i;

/**
 * The header of a credential that was sent twice, as two headers or joined with a comma; undefined when none did. Two
 * readers could otherwise take different ones. Source: RFC 9449 4.3, RFC 9110 5.3, contract part 0 "Parsed request".
 */
export function findRepeatedHeader(headers: RawRequest['headers']): 'authorization' | 'dpop' | undefined {
  const [authorization, proofs] = [headers['authorization'], headers['dpop']].map((one) =>
    [one ?? []].flat(),
  );
  if (authorization !== undefined && isRepeated(authorization, joinedAuthorization)) return 'authorization';
  return proofs !== undefined && isRepeated(proofs, /,/) ? 'dpop' : undefined;
}

function isRepeated(values: readonly string[], joined: RegExp): boolean {
  return values.length > 1 || values.some((value) => joined.test(value));
}
