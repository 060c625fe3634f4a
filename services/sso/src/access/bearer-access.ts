import { ApiError, type ErrorSpec } from '@latchkey/errors';
import type { Access } from '@latchkey/http-server';
import type { SsoContext } from '../context.ts';
import { errors } from '../errors.ts';
import { type LiveToken, findLiveToken } from '../token/verify-own-token.ts';

const scheme = 'Bearer realm="latchkey"';

/** A live token of the device flow, in the header or, in a POST, in the form. Source: RFC 6750 2 and 3. */
export const bearerAccess: Access<SsoContext, LiveToken> = {
  name: 'access token',
  errors: [errors.accessTokenMissing, errors.twoAccessTokens, errors.accessTokenInvalid],
  async admit(context, parsed, request) {
    const authorization = request.header('authorization');
    const posted = request.method === 'POST' ? parsed.string('access_token') : undefined;
    if (authorization !== undefined && posted !== undefined) throw new ApiError(errors.twoAccessTokens);
    const [, presented = posted] = /^Bearer +([\w.~+/=-]+)$/i.exec(authorization ?? '') ?? [];
    if (presented === undefined && authorization === undefined)
      throw new ApiError(errors.accessTokenMissing, { headers: { 'www-authenticate': scheme } });
    const own = { ...context, issuer: context.settings.issuer };
    const live = presented === undefined ? undefined : await findLiveToken(own, presented);
    if (live === undefined) throw challenge(errors.accessTokenInvalid);
    request.note({ principal_id: live.claims.sub });
    return live;
  },
};

/** A failure of the token itself, told in the header as well. */
export function challenge(spec: ErrorSpec): ApiError {
  const header = `${scheme}, error="${spec.code}", error_description="${spec.message}"`;
  return new ApiError(spec, { headers: { 'www-authenticate': header } });
}
