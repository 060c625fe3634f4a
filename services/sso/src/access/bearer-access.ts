import { ApiError, type ErrorCode, type ErrorSpec } from '@latchkey/errors';
import type { Access, RequestInfo } from '@latchkey/http-server';
import type { ParsedRequest } from '@latchkey/request-parser';
import { assertBound } from '@latchkey/tokens';
import type { SsoContext } from '../context.ts';
import { errors } from '../errors.ts';
import { findLiveToken, type LiveToken } from '../token/verify-own-token.ts';

const realm = 'Bearer realm="latchkey"';
const proofFaults: ReadonlySet<ErrorCode> = new Set(['binding_required', 'invalid_dpop_proof']);
const credentials = /^(Bearer|DPoP) +([\w.~+/=-]+)$/i;

/** A live token of the device flow, in the header or, in a POST, in the form. Source: RFC 6750 2 and 3. */
export const bearerAccess: Access<SsoContext, LiveToken> = {
  name: 'access token',
  errors: [errors.accessTokenMissing, errors.twoAccessTokens, errors.accessTokenInvalid],
  async admit(context, parsed, request) {
    const { scheme, token } = readPresented(parsed, request);
    const live = token === undefined ? undefined : await findLiveToken(context, token);
    if (token === undefined || live === undefined)
      throw challenge(errors.accessTokenInvalid, explainInvalid(token));
    if (!(await isBoundAs(context, live, scheme, token, request)))
      throw challenge(errors.accessTokenInvalid, 'the scheme or the DPoP proof does not fit the token');
    request.note({ principal_id: live.claims.sub });
    return live;
  },
};

/** The token of a request; undefined when its Authorization header is malformed. Throws when there is none, or two. */
function readPresented(parsed: ParsedRequest, request: RequestInfo): { scheme: string; token?: string } {
  const authorization = request.header('authorization');
  const posted = request.method === 'POST' ? parsed.string('access_token') : undefined;
  if (authorization === undefined) {
    if (posted !== undefined) return { scheme: 'bearer', token: posted };
    throw new ApiError(errors.accessTokenMissing, { headers: { 'www-authenticate': realm } });
  }
  if (posted !== undefined) throw new ApiError(errors.twoAccessTokens);
  const [, scheme = '', token] = credentials.exec(authorization) ?? [];
  return token === undefined ? { scheme } : { scheme: scheme.toLowerCase(), token };
}

/** Whether a bound token comes with a proof of its key, and an unbound one as Bearer. Source: RFC 9449 7.1. */
async function isBoundAs(
  { settings, now, proofs }: SsoContext,
  { claims: { cnf } }: LiveToken,
  scheme: string,
  token: string,
  request: RequestInfo,
): Promise<boolean> {
  const asksForProof = scheme === 'dpop';
  if (cnf === undefined || !asksForProof) return cnf === undefined && !asksForProof;
  const target = { htm: request.method, htu: `${settings.ssoUrl}${request.path}` };
  const proof = request.header('dpop');
  try {
    await assertBound({ claims: { cnf }, token, proof, ...target, now, remember: proofs.remember });
    return true;
  } catch (fault) {
    if (fault instanceof ApiError && proofFaults.has(fault.code)) return false;
    throw fault;
  }
}

function explainInvalid(presented: string | undefined): string {
  return presented === undefined
    ? 'the Authorization header is malformed'
    : 'the token does not verify, or its refresh family is not live';
}

/** An error about the access token, also sent in the WWW-Authenticate header. `detail` is only logged. */
export function challenge(spec: ErrorSpec, detail?: string): ApiError {
  const header = `${realm}, error="${spec.code}", error_description="${spec.message}"`;
  return new ApiError(spec, { detail, headers: { 'www-authenticate': header } });
}
