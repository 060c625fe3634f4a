import { ApiError, type ErrorCode, type ErrorSpec } from '@latchkey/contracts';

/** Every failure of this service: its code and the sentence that a caller reads. Source: contract part 0 "Envelope". */
export const errors = {
  payloadInvalid: {
    code: 'payload_invalid',
    message: 'A valid relay or deadDrop payload is required',
  },
  payloadConflict: { code: 'payload_conflict', message: 'Send either relay or deadDrop, not both' },
  payloadMismatch: { code: 'payload_mismatch', message: 'The payload is not for this request' },
  identifierMissing: { code: 'missing_field', message: 'auth.user or auth.id is required' },
  fieldMissing: { code: 'missing_field', message: 'A required field is missing' },
  identifiersDiffer: { code: 'ambiguous_parameter', message: 'auth.user and auth.id name different users' },
  bindingsDiffer: { code: 'ambiguous_parameter', message: 'A binding field has two different values' },
  credentialsInvalid: { code: 'invalid_credentials', message: 'The credentials are not valid' },
  freshCodeRequired: {
    code: 'fresh_code_required',
    message:
      'This act needs a new one-time code in auth.code, or the password in auth.pass without such codes',
  },
  mfaRequired: { code: 'mfa_required', message: 'A one-time or recovery code is required in auth.code' },
  passkeyInvalid: { code: 'invalid_value', message: 'passkey must be the JSON of an authenticator’s answer' },
  passkeyRefused: { code: 'invalid_value', message: 'The passkey cannot be added: it is not for this page' },
  passkeyNotBegun: { code: 'state_conflict', message: 'begun is over, or of another sign-in: begin again' },
  passkeyTaken: {
    code: 'state_conflict',
    message: 'The account has 20 passkeys, has this one already, or has changed meanwhile',
  },
  passkeysOff: { code: 'state_conflict', message: 'SSO_URL is an address, which can have no passkeys' },
  passkeysNone: { code: 'state_conflict', message: 'The account has no passkeys' },
  passkeyNeeded: {
    code: 'forbidden',
    message:
      'An operator does this on the account page of sso; with OPERATOR_MFA = passkey within five minutes of a sign-in by one',
  },
  pageOnly: { code: 'forbidden', message: 'Only the account page of sso adds a passkey' },
  throttled: { code: 'throttled', message: 'Too many attempts; try again later' },
  writesThrottled: {
    code: 'throttled',
    message: 'One account has written too often in a minute; try again later',
  },
  overloaded: { code: 'overloaded', message: 'Too many sign-ins at once; try again later' },
  searchesBusy: {
    code: 'overloaded',
    message:
      'Two searches for texts that more than 10,000 users have are running: search for a longer text, or try again',
  },
  tokensDiffer: { code: 'ambiguous_parameter', message: 'auth.token and token are different' },
  tokenMissing: { code: 'token_missing', message: 'A token is required in auth.token or token' },
  tokenInHeader: {
    code: 'token_missing',
    message: 'The token belongs in the field auth.token: this route does not read the Authorization header',
  },
  appTokenMissing: { code: 'token_missing', message: 'An app token is required in token' },
  tokenInvalid: { code: 'token_invalid', message: 'Token is invalid' },
  tokenExpired: { code: 'token_expired', message: 'Token has expired' },
  sessionRevoked: { code: 'session_revoked', message: 'The session of this token has ended' },
  bindingRequired: {
    code: 'binding_required',
    message: 'This token is bound; its proof or fingerprint is required',
  },
  proofInvalid: { code: 'invalid_dpop_proof', message: 'DPoP proof is invalid' },
  nonceNeeded: {
    code: 'use_dpop_nonce',
    message: 'The DPoP proof must carry the nonce of the DPoP-Nonce header',
  },
  fingerprintShort: {
    code: 'invalid_value',
    message: 'A new fingerprint needs at least 22 characters',
  },
  blank: { code: 'invalid_value', message: 'A target or a scope must not be blank; leave it out instead' },
  connectionsFull: { code: 'quota_exceeded', message: 'The client has reached its limit of connections' },
  nothingRequested: {
    code: 'state_conflict',
    message: 'The source has not requested a connection to the target',
  },
  scopeNotRequested: {
    code: 'invalid_value',
    message: 'Only scopes that the source has requested can be accepted',
  },
  connectionNotAllowed: { code: 'connection_not_allowed', message: 'This connection is not allowed' },
  nameInvalid: {
    code: 'invalid_value',
    message:
      'name must be one line with a letter or digit in it, without signs that change the direction of text',
  },
  addressVerified: { code: 'state_conflict', message: 'The address of this account is verified already' },
  emailInvalid: { code: 'invalid_value', message: 'email must be an email address that can get mail' },
  forbidden: { code: 'forbidden', message: 'The caller is not allowed to do this' },
  scopeNotForApps: {
    code: 'invalid_scope',
    message: 'An app token cannot hold the scopes account, clients, orgs and admin',
  },
  filterInvalid: {
    code: 'invalid_filter',
    message: 'A filter must have a value of those in its description',
  },
  passwordTooShort: {
    code: 'invalid_value',
    message: 'A password needs at least PASSWORD_MIN_LENGTH characters',
  },
  passwordTooLong: { code: 'invalid_value', message: 'A password has at most 1,024 bytes' },
  passwordCommon: { code: 'invalid_value', message: 'This password is too common' },
  passwordOwnName: {
    code: 'invalid_value',
    message: 'A password must not be the address, the part of it before the @, the name or "latchkey"',
  },
  passwordSame: { code: 'invalid_value', message: 'The new password must differ from the old one' },
  passwordChangeRequired: {
    code: 'password_change_required',
    message: 'The password must be changed: send a new one in new_password as well',
  },
  secretGiven: {
    code: 'invalid_value',
    message: 'new_password is not accepted: the service generates the secret',
  },
  totpOff: { code: 'state_conflict', message: 'One-time codes are not on' },
  totpNotBegun: { code: 'state_conflict', message: 'There is no TOTP secret to confirm' },
  ownersOnly: {
    code: 'forbidden',
    message: 'Only an owner of the org may make, change, remove or invite an owner',
  },
  lastOwner: {
    code: 'state_conflict',
    message: 'The last active owner of an org cannot leave it or lose that role',
  },
  lastRoot: { code: 'state_conflict', message: 'The last active account of kind root cannot be deleted' },
  accountInvited: { code: 'state_conflict', message: 'The person has not accepted the invitation yet' },
  nothingToChange: { code: 'missing_field', message: 'name or locale is required' },
  invitationsFull: { code: 'quota_exceeded', message: 'The org has reached its limit of invitations' },
  statusConflict: {
    code: 'state_conflict',
    message: 'The status or kind of the account does not allow this',
  },
  emailOwn: { code: 'invalid_value', message: 'The account has this email address already' },
  emailChanged: {
    code: 'state_conflict',
    message: 'The account has changed meanwhile, or its address was changed in the last 24 hours',
  },
  accountExists: { code: 'already_exists', message: 'An account with this address already exists' },
  addressUnverified: {
    code: 'address_unverified',
    message: 'The email address of this account is not verified',
  },
  connectionToItself: { code: 'invalid_value', message: 'A client cannot be connected to itself' },
  connectionExists: { code: 'already_exists', message: 'This connection already exists' },
  orgExists: { code: 'already_exists', message: 'An org with this slug already exists' },
  roleWithoutOrg: { code: 'missing_field', message: 'org is required with role' },
  memberMissing: { code: 'missing_field', message: 'user_id or email is required' },
  memberTwice: { code: 'ambiguous_parameter', message: 'Send either user_id or email, not both' },
  clientMethod: { code: 'invalid_value', message: 'The method does not fit the type of the client' },
  clientGrants: { code: 'invalid_value', message: 'A grant is unknown, or not for a client of this type' },
  clientScope: { code: 'invalid_value', message: 'A scope contains a character that is not allowed' },
  clientAudiences: {
    code: 'invalid_value',
    message: 'audiences must contain at least one URL',
  },
  clientDefault: { code: 'invalid_value', message: "A default must also be in the client's list" },
  clientDefaultAudience: {
    code: 'invalid_value',
    message: 'At least one default audience must be named',
  },
  clientRedirect: {
    code: 'invalid_value',
    message: 'An address to lead back to is not of a kind that this client may register',
  },
  clientVouches: {
    code: 'invalid_value',
    message: 'vouches must contain domains such as example.com, other letters as xn--…, or *',
  },
  clientFlagPublic: {
    code: 'invalid_value',
    message: 'A public client cannot have this flag, since anybody can use its id',
  },
  apiAudience: { code: 'invalid_value', message: 'audience must be an absolute URI without a fragment' },
  apiAudienceOwn: { code: 'invalid_value', message: 'audience is an address of Latchkey itself' },
  apiScopeOwn: { code: 'invalid_value', message: 'A scope of Latchkey itself cannot be one of an API' },
  apiScopeTwice: { code: 'invalid_value', message: 'A scope is named twice' },
  apiWords: {
    code: 'invalid_value',
    message: 'words must have a text for each language tag, en among them',
  },
  apiClientPublic: {
    code: 'invalid_value',
    message: 'A public client cannot stand for an API, since anybody can use its id',
  },
  apiExists: { code: 'already_exists', message: 'An API with this audience is registered already' },
  apiArchived: { code: 'state_conflict', message: 'The API is archived' },
  clientFixed: { code: 'invalid_value', message: 'The type and the owner of a client cannot be changed' },
  clientNameUnseen: { code: 'invalid_value', message: 'A name needs a letter or digit that can be seen' },
  clientNameOwn: {
    code: 'invalid_value',
    message: 'The name says that the client is part of this service, which only the pages say',
  },
  clientNameProtected: {
    code: 'already_exists',
    message:
      'This installation, one of its clients or a verified one has this name or one that looks like it',
  },
  clientsFull: { code: 'quota_exceeded', message: 'The owner has reached the limit of clients' },
  clientMarked: { code: 'state_conflict', message: 'verified has that value already' },
  clientArchived: { code: 'state_conflict', message: 'The client is archived' },
  clientNotArchived: { code: 'state_conflict', message: 'The client is not archived' },
  clientPublic: { code: 'state_conflict', message: 'A public client has no secret' },
  receiverInvalid: { code: 'invalid_value', message: 'url must be a public https address, and not ours' },
  signalsFull: { code: 'quota_exceeded', message: 'There are 20 subscriptions, which is the limit' },
  stateConflict: { code: 'state_conflict', message: 'The record was changed in the meantime' },
  notFound: { code: 'not_found', message: 'There is no such record' },
  unavailable: { code: 'upstream_unavailable', message: 'A dependency is not available' },
} as const satisfies Record<string, ErrorSpec>;

/** The failure of a field that is not there. */
export function missing(field: string): ApiError {
  return new ApiError({ ...errors.fieldMissing, message: `${field} is required` }, { field });
}

const verdicts: ReadonlySet<ErrorCode> = new Set([
  'ambiguous_parameter',
  'binding_required',
  'connection_not_allowed',
  'invalid_credentials',
  'invalid_dpop_proof',
  'mfa_required',
  'payload_invalid',
  'payload_mismatch',
  'throttled',
  'token_invalid',
]);

const unsettled: ReadonlySet<ErrorCode> = new Set(['upstream_unavailable', 'overloaded']);

/** Throws upstream_unavailable where the caller waits no longer, right before a commit: a 503 has changed nothing. */
export function assertInTime({ isLate }: { isLate(): boolean }): void {
  if (isLate()) throw new ApiError(errors.unavailable, { detail: 'the caller waits no longer' });
}

/** Whether a failure says nothing about the request: something was not available, overloaded, or broke. */
export function isWithoutVerdict(error: unknown): boolean {
  return !(error instanceof ApiError) || unsettled.has(error.code);
}

/**
 * Whether a failure reveals something about what was presented, so that it is counted as an attempt. So is the 400 for
 * identifiers of two different accounts: it reveals that they differ.
 */
export function isVerdict(error: unknown): error is ApiError {
  return error instanceof ApiError && verdicts.has(error.code);
}
