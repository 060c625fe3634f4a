import { ApiError, type ErrorSpec } from '@latchkey/contracts';
import type { Access, RequestInfo } from '@latchkey/http-server';
import type { ParsedRequest } from '@latchkey/request-parser';
import { assertBound, challengeDpop } from '@latchkey/tokens';
import type { SsoContext } from '../context.ts';
import { errors } from '../errors.ts';
import { findLiveToken, type LiveToken } from '../oauth/token/verify-own-token.ts';

const realm = 'Bearer realm="latchkey"';
const credentials = /^(Bearer|DPoP) +([\w.~+/=-]+)$/i;

/** A live token of the device flow, in the header or, in a POST, in the form. Source: RFC 6750 2 and 3. */
export const bearerAccess: Access<SsoContext, LiveToken> = {
  name: 'access token',
  signIn: ['bearer', 'dpop'],
  errors: [
    errors.accessTokenMissing,
    errors.twoAccessTokens,
    errors.accessTokenInvalid,
    errors.proofMissing,
    errors.proofRefused,
    errors.proofNeedsNonce,
  ],
  async admit(context, parsed, request) {
    const { scheme, token } = readPresented(parsed, request);
    const live = token === undefined ? undefined : await findLiveToken(context, token);
    if (token === undefined || live === undefined) {
      const detail = explainInvalid(token);
      throw scheme === 'dpop'
        ? challengeProof(errors.accessTokenInvalid, detail)
        : challenge(errors.accessTokenInvalid, detail);
    }
    await assertBoundAs(context, live, scheme, token, request);
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

/**
 * Asserts that a bound token comes with a proof of its key, and an unbound one as Bearer. The faults are challenged as
 * RFC 9449 7.1 and 9 say, and are invalid_token in the body, as RFC 6750 3.1 has it.
 */
async function assertBoundAs(
  { settings, now, proofs, nonces }: SsoContext,
  { claims: { cnf } }: LiveToken,
  scheme: string,
  token: string,
  request: RequestInfo,
): Promise<void> {
  if (cnf === undefined && scheme === 'dpop')
    throw challenge(errors.accessTokenInvalid, 'the token is not bound to a key');
  if (cnf === undefined) return;
  if (scheme !== 'dpop') throw challengeProof(errors.proofMissing);
  const target = { htm: request.method, htu: `${settings.ssoUrl}${request.path}` };
  const proof = request.header('dpop');
  const shown = { claims: { cnf }, token, proof, ...target, now, nonces, remember: proofs.remember };
  await assertBound(shown).catch(rewordProofFault);
}

const proofFaults = {
  binding_required: errors.proofMissing,
  invalid_dpop_proof: errors.proofRefused,
  use_dpop_nonce: errors.proofNeedsNonce,
} as const;

/** The same fault in the words of RFC 6750 3.1; its headers say what it is. */
function rewordProofFault(fault: unknown): never {
  if (!(fault instanceof ApiError) || !(fault.code in proofFaults)) throw fault;
  const { headers, detail = fault.message, cause } = fault;
  throw new ApiError(proofFaults[fault.code as keyof typeof proofFaults], { headers, detail, cause });
}

/** An error about a token that is bound to a key. */
function challengeProof(spec: ErrorSpec, detail?: string): ApiError {
  return new ApiError(spec, { detail, headers: challengeDpop(spec) });
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
