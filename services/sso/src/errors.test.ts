import { errors } from './errors.ts';

/** Every error's code and sentence as callers read them: the one place that repeats them. */
test('the codes and sentences that callers read', () => {
  const table = Object.entries(errors).map(([name, { code, message }]) => [name, code, message]);
  expect(table).toEqual([
    ['authorizationPending', 'authorization_pending', 'device authorization is still pending'],
    ['slowDown', 'slow_down', 'polling too fast; wait for the interval given'],
    ['accessDenied', 'access_denied', 'the device authorization was refused'],
    ['invalidDeviceCode', 'invalid_grant', 'the device code is unknown, expired or already used'],
    ['accountInactive', 'invalid_grant', 'the account is no longer active'],
    [
      'invalidRefreshToken',
      'invalid_grant',
      'the refresh token, its binding_chain or its binding_link is wrong, expired, used or revoked',
    ],
    ['widerScope', 'invalid_scope', 'ask for the granted scope or less of it'],
    ['widerTarget', 'invalid_target', 'ask for the granted audience or less of it'],
    ['nothingLeft', 'invalid_grant', 'the client may no longer have anything of what was granted'],
    [
      'rotatedTooOften',
      'throttled',
      'the refresh token was used too often; keep the access token until it expires',
    ],
    ['expiredToken', 'expired_token', 'the device code has expired'],
    ['unauthorizedClient', 'unauthorized_client', 'the client may not use this grant'],
    ['invalidClient', 'invalid_client', 'client authentication failed'],
    ['twoClientSecrets', 'invalid_request', 'send the client secret in one place, header or body'],
    ['differentClientIds', 'invalid_request', 'client_id differs from the one in the Authorization header'],
    ['clientIdMissing', 'invalid_request', 'client_id is required'],
    ['invalidScope', 'invalid_scope', 'a scope is unknown or not allowed for this client'],
    ['invalidTarget', 'invalid_target', 'an audience is not allowed for this client'],
    ['unsupportedGrantType', 'unsupported_grant_type', 'the grant_type is not supported'],
    ['badUserCode', 'invalid_value', 'the code is unknown, expired or already used'],
    ['malformedUserCode', 'invalid_request', 'user_code must have 8 letters, for example BCDF-GHJK'],
    ['emailMissing', 'missing_field', 'email is required'],
    ['passwordMissing', 'missing_field', 'password is required'],
    ['badCredentials', 'invalid_credentials', 'the email, the password or the one-time code is wrong'],
    ['mfaRequired', 'mfa_required', 'this account needs a one-time code'],
    ['otherAccount', 'invalid_value', 'another account is signed in to this browser'],
    ['confirmationExpired', 'invalid_value', 'the confirmation was already used or has expired'],
    ['csrfFailed', 'csrf_failed', 'the form did not come from this page, or cookies are disabled'],
    [
      'tokenNotRevocable',
      'unsupported_token_type',
      'only refresh tokens and access tokens can be revoked here',
    ],
    ['accessTokenMissing', 'invalid_token', 'an access token is required'],
    ['twoAccessTokens', 'invalid_request', 'send the access token in one place, header or body'],
    ['accessTokenInvalid', 'invalid_token', 'the access token is unknown, expired or revoked'],
    ['invalidProof', 'invalid_dpop_proof', 'DPoP proof is invalid'],
    ['openidMissing', 'insufficient_scope', 'the access token lacks the scope openid'],
    ['throttled', 'throttled', 'too many requests; try again later'],
    ['temporarilyUnavailable', 'temporarily_unavailable', 'a dependency is not available; try again'],
    ['deviceUnknown', 'not_found', 'The device is unknown or has no access'],
    ['consentUnknown', 'not_found', 'The consent is unknown or revoked'],
    ['relayUnknown', 'not_found', 'The relay is unknown, expired or already used'],
  ]);
});
