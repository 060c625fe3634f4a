import type { ErrorSpec } from '@latchkey/contracts';

/** Every error of sso: its code and the sentence that callers read. Source: contract part 1 "Errors". */
export const errors = {
  authorizationPending: {
    code: 'authorization_pending',
    message: 'device authorization is still pending',
  },
  slowDown: { code: 'slow_down', message: 'polling too fast: wait for the interval of this answer' },
  accessDenied: { code: 'access_denied', message: 'the device authorization was refused' },
  invalidDeviceCode: {
    code: 'invalid_grant',
    message: 'the device code is unknown, expired or already used',
  },
  invalidCode: {
    code: 'invalid_grant',
    message:
      'the code is unknown, expired or used, or was not given for this client, redirect_uri, code_verifier and key',
  },
  accountInactive: {
    code: 'invalid_grant',
    message: 'the account is not active any more, or does not allow new devices',
  },
  tooManyApprovals: {
    code: 'throttled',
    message: 'this account has reached its limit of approvals in one hour (DEVICE_APPROVALS_PER_HOUR)',
  },
  deviceSignInOff: {
    code: 'forbidden',
    message: 'this account does not allow new devices (device_sign_in is off)',
  },
  invalidRefreshToken: {
    code: 'invalid_grant',
    message: 'the refresh token, its binding_chain or its binding_link is wrong, expired, used or revoked',
  },
  authorizeInvalid: { code: 'invalid_request', message: 'the authorization request is not valid' },
  requestUnsupported: { code: 'request_not_supported', message: 'request objects are not supported' },
  requestUriUnsupported: { code: 'request_uri_not_supported', message: 'request_uri is not supported' },
  registrationUnsupported: { code: 'registration_not_supported', message: 'registration is not supported' },
  responseTypeUnsupported: {
    code: 'unsupported_response_type',
    message: 'response_type must be code',
  },
  consentDenied: { code: 'access_denied', message: 'the person did not allow the access' },
  loginRequired: { code: 'login_required', message: 'the person must sign in' },
  otherPersonSignedIn: {
    code: 'login_required',
    message: 'the person of id_token_hint is not the one who is signed in',
  },
  consentRequired: { code: 'consent_required', message: 'the person must be asked' },
  widerScope: { code: 'invalid_scope', message: 'the requested scope exceeds the granted scope' },
  widerTarget: { code: 'invalid_target', message: 'the requested audience exceeds the granted audience' },
  nothingLeft: {
    code: 'invalid_grant',
    message: 'the client is no longer allowed any of the granted scopes or audiences',
  },
  rotatedTooOften: {
    code: 'throttled',
    message: 'the refresh token was used too often; keep the access token until it expires',
  },
  expiredToken: { code: 'expired_token', message: 'the device code has expired' },
  unauthorizedClient: { code: 'unauthorized_client', message: 'the client may not use this grant' },
  mayNotVouch: {
    code: 'unauthorized_client',
    message: 'the flag vouches of this client does not list the domain of email_verified',
  },
  invalidClient: {
    code: 'invalid_client',
    message: 'the client_id or its secret is wrong, or the secret is sent in another way than is configured',
  },
  twoClientSecrets: {
    code: 'invalid_request',
    message: 'send the client secret in one place, header or body',
  },
  differentClientIds: {
    code: 'invalid_request',
    message: 'client_id differs from the one in the Authorization header',
  },
  clientIdMissing: { code: 'invalid_request', message: 'client_id is required' },
  invalidScope: { code: 'invalid_scope', message: 'a scope is unknown or not allowed for this client' },
  invalidTarget: { code: 'invalid_target', message: 'an audience is not allowed for this client' },
  visitorNotRead: {
    code: 'invalid_request',
    message: 'visitor_ip is read only from clients with the flag names_visitors',
  },
  visitorNoAddress: { code: 'invalid_request', message: 'visitor_ip must be an IPv4 or IPv6 address' },
  deviceNameEmpty: { code: 'invalid_request', message: 'device_name has no character that can be shown' },
  deviceNameTooLong: { code: 'invalid_request', message: 'device_name has more than 64 characters' },
  confirmationMissing: {
    code: 'invalid_request',
    message: 'confirmation=number is required: here a device must ask its user for a number',
  },
  confirmationUnknown: { code: 'invalid_request', message: 'confirmation must be number' },
  audiencesDiffer: {
    code: 'invalid_request',
    message: 'aud, resource and audience are names of one list; send one of them, or the same list in each',
  },
  unsupportedGrantType: { code: 'unsupported_grant_type', message: 'the grant_type is not supported' },
  numberWrong: { code: 'invalid_value', message: 'the device was given a wrong number twice' },
  badUserCode: { code: 'invalid_value', message: 'the code is unknown, expired or already used' },
  codeFromAddress: {
    code: 'invalid_value',
    message: 'the code of this request must be typed, not taken from an address',
  },
  otherNetwork: {
    code: 'forbidden',
    message: 'the device and this browser must be in one network to approve this request',
  },
  malformedUserCode: {
    code: 'invalid_request',
    message: 'user_code must have 8 letters, for example BCDF-GHJK',
  },
  emailMissing: { code: 'missing_field', message: 'email is required' },
  passwordMissing: { code: 'missing_field', message: 'password is required' },
  badCredentials: {
    code: 'invalid_credentials',
    message: 'the email, the password or the one-time code is wrong',
  },
  passkeyRefused: { code: 'invalid_credentials', message: 'the passkey is not accepted' },
  passkeyExpired: {
    code: 'invalid_value',
    message: 'the form of the passkey is older than 15 minutes, or was used already',
  },
  passkeyNeeded: {
    code: 'forbidden',
    message: 'an operator does this within five minutes of a sign-in by a passkey (OPERATOR_MFA)',
  },
  mfaRequired: { code: 'mfa_required', message: 'this account needs a one-time or recovery code' },
  newPasswordRefused: { code: 'invalid_value', message: 'the new password is not accepted' },
  nameRefused: {
    code: 'invalid_value',
    message: 'name must be one line of at most 200 characters, with a letter or digit in it',
  },
  newPasswordsDiffer: { code: 'invalid_value', message: 'new_password and new_password_again differ' },
  otherAccount: { code: 'invalid_value', message: 'another account is signed in to this browser' },
  confirmationExpired: {
    code: 'invalid_value',
    message: 'the confirmation was already used, has expired, or ended with the sign-in that it was made in',
  },
  signInExpired: {
    code: 'invalid_value',
    message: 'sealed_credentials are older than ten minutes, or of another browser',
  },
  csrfFailed: {
    code: 'csrf_failed',
    message: 'the form did not come from this page, or cookies are disabled',
  },
  linkUnknown: {
    code: 'not_found',
    message: 'the link is unknown, used or has ended, or this browser does not hold it any more',
  },
  signUpClosed: { code: 'forbidden', message: 'this installation does not let people sign up here (SIGNUP)' },
  formInvalid: { code: 'invalid_value', message: 'a field of the form has a value that no page sends' },
  emailInvalid: { code: 'invalid_value', message: 'email must be an email address' },
  tokenNotRevocable: {
    code: 'unsupported_token_type',
    message: 'only refresh tokens and access tokens can be revoked here',
  },
  accessTokenMissing: { code: 'invalid_token', message: 'an access token is required' },
  twoAccessTokens: {
    code: 'invalid_request',
    message: 'send the access token in one place, header or body',
  },
  accessTokenInvalid: {
    code: 'invalid_token',
    message: 'the access token is unknown, expired or revoked',
  },
  invalidProof: { code: 'invalid_dpop_proof', message: 'DPoP proof is invalid' },
  nonceNeeded: {
    code: 'use_dpop_nonce',
    message: 'The DPoP proof must carry the nonce of the DPoP-Nonce header',
  },
  proofMissing: {
    code: 'invalid_token',
    message: 'the access token is bound to a key; send it with a DPoP proof',
  },
  proofRefused: { code: 'invalid_token', message: 'the DPoP proof of the access token is invalid' },
  proofNeedsNonce: {
    code: 'invalid_token',
    message: 'the DPoP proof must carry the nonce of the DPoP-Nonce header',
  },
  openidMissing: { code: 'insufficient_scope', message: 'the access token lacks the scope openid' },
  stateConflict: { code: 'state_conflict', message: 'the account was changed by something else first' },
  lastOwner: { code: 'state_conflict', message: 'an org needs an active owner, and this is its last one' },
  lastRoot: { code: 'state_conflict', message: 'the last active account of kind root cannot be deleted' },
  addressUnverified: { code: 'state_conflict', message: 'the email address is not verified' },
  secretMissing: { code: 'missing_field', message: 'text is required' },
  secretLong: { code: 'too_large', message: 'text is longer than 64 KiB (65536 bytes)' },
  linkWrong: { code: 'invalid_value', message: 'link is no link to a drop of this account, with its key' },
  dropEnded: { code: 'not_active', message: 'the drop of this link holds nothing, or has ended' },
  dropsFull: { code: 'quota_exceeded', message: 'this account has as many drops as are possible here' },
  outcomeUnknown: {
    code: 'outcome_unknown',
    message: 'whether the drop was opened is not known: see its state',
  },
  throttled: { code: 'throttled', message: 'too many requests; try again later' },
  pageUnknown: { code: 'not_found', message: 'no page has this address' },
  powerNeeded: {
    code: 'fresh_code_required',
    message: 'the console needs an operator’s power, which a one-time code or a passkey gives',
  },
  powerRefused: { code: 'forbidden', message: 'this operator gets no power here' },
  actRefused: { code: 'state_conflict', message: 'the act was refused' },
  temporarilyUnavailable: {
    code: 'temporarily_unavailable',
    message: 'a dependency is not available; try again',
  },
  deviceUnknown: { code: 'not_found', message: 'The device is unknown' },
  consentUnknown: { code: 'not_found', message: 'The consent is unknown' },
  noSecurityContact: { code: 'not_found', message: 'SECURITY_CONTACT of this installation is not set' },
  relayUnknown: { code: 'not_found', message: 'The relay is unknown, expired or already used' },
} as const satisfies Record<string, ErrorSpec>;

/** What error_description may hold (RFC 6749 5.2), and short enough to be read. */
const quotable = /^[\x20\x21\x23-\x5b\x5d-\x7e]{1,200}$/;

/** The error with a sentence that names its cause, if the sentence can be sent: a part of it comes from the caller. */
export function nameCause(spec: ErrorSpec, sentence: string): ErrorSpec {
  return quotable.test(sentence) ? { ...spec, message: sentence } : spec;
}
