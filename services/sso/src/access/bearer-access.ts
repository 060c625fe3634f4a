import { ApiError, type ErrorSpec } from '@latchkey/errors';
import type { Access, RequestInfo } from '@latchkey/http-server';
import type { SsoContext } from '../context.ts';
import { errors } from '../errors.ts';
import { findLiveToken, type LiveToken } from '../token/verify-own-token.ts';
import { readProofKey } from './read-proof-key.ts';

const realm = 'Bearer realm="latchkey"';
const credentials = /^(Bearer|DPoP) +([\w.~+/=-]+)$/i;

/** A live token of the device flow, in the header or, in a POST, in the form. Source: RFC 6750 2 and 3. */
export const bearerAccess: Access<SsoContext, LiveToken> = {
  name: 'access token',
  errors: [errors.accessTokenMissing, errors.twoAccessTokens, errors.accessTokenInvalid],
  async admit(context, parsed, request) {
    const authorization = request.header('authorization');
    const posted = request.method === 'POST' ? parsed.string('access_token') : undefined;
    if (authorization !== undefined && posted !== undefined) throw new ApiError(errors.twoAccessTokens);
    const [, scheme = 'bearer', presented = posted] = credentials.exec(authorization ?? '') ?? [];
    if (presented === undefined && authorization === undefined)
      throw new ApiError(errors.accessTokenMissing, { headers: { 'www-authenticate': realm } });
    const live = presented === undefined ? undefined : await findLiveToken(context, presented);
    if (live === undefined) throw challenge(errors.accessTokenInvalid, explainInvalid(presented));
    if (!(await isBoundAs(context, live, scheme, presented ?? '', request)))
      throw challenge(errors.accessTokenInvalid, 'the scheme or the DPoP proof does not fit the token');
    request.note({ principal_id: live.claims.sub });
    return live;
  },
};

/** Whether a bound token comes with a proof of its key, and an unbound one as Bearer. Source: RFC 9449 7.1. */
async function isBoundAs(
  context: SsoContext,
  { claims }: LiveToken,
  scheme: string,
  accessToken: string,
  request: RequestInfo,
): Promise<boolean> {
  const asksForProof = scheme.toLowerCase() === 'dpop';
  if (claims.cnf === undefined || !asksForProof) return claims.cnf === undefined && !asksForProof;
  const htu = `${context.settings.ssoUrl}${request.path}`;
  const expected = { htm: request.method, htu, accessToken, expectedJkt: claims.cnf.jkt };
  try {
    return (await readProofKey(context, request.header('dpop'), expected)) !== undefined;
  } catch (fault) {
    if (fault instanceof ApiError && fault.code === 'invalid_dpop_proof') return false;
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
