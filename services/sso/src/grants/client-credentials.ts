import { ApiError, text } from '@latchkey/contracts';
import { errors } from '../errors.ts';
import { assertGrantAllowed } from '../oauth/client/assert-grant-allowed.ts';
import { audienceParameters } from '../oauth/client/audience-parameters.ts';
import { audienceErrors, resolveAppScope, resolveAudience } from '../oauth/client/requested-scope.ts';
import { mintRelay } from '../oauth/relay/mint-relay.ts';
import { defineGrant, readTokenKey } from './grant.ts';

/**
 * An app token, issued and kept by user-api behind a payload of its own, so that it can be listed and revoked there.
 * Never a refresh token (RFC 6749 4.4.3), never a right (contract part 0 "Scopes and rights"), and for confidential
 * clients only (RFC 6749 4.4). With a DPoP proof the token is bound to its key (RFC 9449 5).
 */
export const clientCredentialsGrant = defineGrant({
  parameters: { scope: text, ...audienceParameters },
  errors: [
    errors.unauthorizedClient,
    errors.invalidScope,
    ...audienceErrors,
    errors.invalidProof,
    errors.nonceNeeded,
    errors.throttled,
  ],
  async issue(context, request) {
    const { client, input, traceparent } = request;
    assertGrantAllowed(client, 'client_credentials');
    const allowed = {
      client_id: client.clientId,
      scope: resolveAppScope(client, input.scope),
      aud_list: resolveAudience(client, input),
    };
    const jkt = await readTokenKey(context, request);
    const { relay } = await mintRelay(context, 'client_credentials', {
      ...allowed,
      ...(jkt === undefined ? {} : { jkt }),
    });
    const issued = await context.userApi.issueCredential(relay, traceparent);
    if (issued === undefined)
      throw new ApiError(errors.unauthorizedClient, { detail: 'user-api does not allow the credential' });
    return {
      token_type: jkt === undefined ? 'Bearer' : 'DPoP',
      access_token: issued.accessToken,
      expires_in: issued.expiresInSeconds,
      scope: issued.scope,
    };
  },
});
