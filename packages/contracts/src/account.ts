import { ended, localeOrNull, onOrOff, page, pageOf, textOrNull } from './account-parts.ts';
import { membershipCalls } from './membership.ts';
import { passkeyCalls } from './passkeys.ts';
import { registeredBy } from './records.ts';
import { count, filled, hashing, text, texts, time, timeOrNull, type Contract } from './schema.ts';
import { deviceStates, roads } from './sso.ts';

const client = {
  type: 'object',
  properties: { id: filled, name: text },
} as const;

const clientOrNull = {
  ...client,
  type: ['object', 'null'],
  properties: { id: filled, name: textOrNull },
} as const;
/** Left out where the person typed it in the last five minutes and the act does not last. */
const password = { 'auth.pass': text } as const;
const mfa = { properties: { mfa: { type: 'boolean' } } } as const;
const recoveryCodes = {
  type: 'array',
  items: filled,
  description: 'Ten recovery codes, shown once',
  examples: [['7KQ2M-X4R9T']],
} as const;
const code = { 'auth.code': filled } as const;

const emailChange = {
  type: ['object', 'null'],
  description: 'A new address that waits for its link, or the former one while it can be put back',
  properties: {
    state: { type: 'string', enum: ['waiting', 'changed'] },
    email: { ...filled, description: 'The new address while it waits, the former one once it is changed' },
    until: time,
  },
} as const;

/**
 * The public routes that sso's account page calls, with a token of its own beside the input. The routes take their path and
 * output from here. Source: contract part 2 "Guarded routes".
 */
export const accountCalls = {
  view: {
    path: '/account/me/view',
    input: { properties: {} },
    output: {
      properties: {
        user: {
          type: 'object',
          properties: { id: filled, email: filled, name: text },
        },
        email_verified: { type: 'boolean' },
        mfa: { type: 'boolean', description: 'Whether it signs in with one-time codes' },
        recovery_codes_left: { ...count, description: 'Recovery codes that were not used' },
        device_sign_in: onOrOff,
        locale: localeOrNull,
        email_change: emailChange,
        password_min_length: {
          ...count,
          description: 'Characters that a new password has at least',
          examples: [12],
        },
      },
    },
  },
  searchDevices: {
    path: '/oauth/device/search/user',
    input: { properties: { ...page, status: { type: 'string', enum: deviceStates } } },
    output: pageOf({
      properties: {
        id: filled,
        client,
        scope: text,
        audience: texts,
        status: { type: 'string', enum: deviceStates },
        road: { type: 'string', enum: roads },
        ip: text,
        device_name: textOrNull,
        approved_at: time,
        last_refreshed_at: timeOrNull,
        registered_by: { ...registeredBy, type: ['object', 'null'] },
      },
    }),
  },
  revokeDevice: {
    path: '/oauth/device/revoke',
    input: { properties: { id: text }, required: ['id'] },
    output: { properties: { revoked: { type: 'boolean', description: 'false when it had ended before' } } },
  },
  revokeApp: {
    path: '/oauth/clients/authorized/revoke',
    input: { properties: { client_id: { ...filled, maxLength: 256 } }, required: ['client_id'] },
    output: {
      properties: {
        revoked: { type: 'boolean', description: 'false when nothing was left to end' },
        ended: { ...count, description: 'Devices that ended' },
      },
    },
  },
  searchSessions: {
    path: '/account/me/session/search',
    input: { properties: { ...page, status: { type: 'string', enum: ['active'] } } },
    output: pageOf({
      properties: {
        id: filled,
        client: clientOrNull,
        ip: text,
        user_agent: text,
        created_at: time,
        last_seen_at: time,
        current: { type: 'boolean' },
      },
    }),
  },
  revokeSession: {
    path: '/account/me/session/revoke',
    input: { properties: { session_id: text }, required: ['session_id'] },
    output: ended,
  },
  revokeOtherSessions: {
    path: '/account/me/session/revoke_others',
    input: { properties: {} },
    output: ended,
  },
  searchLog: {
    path: '/account/me/auth/request_log/search',
    input: { properties: { ...page, kind: filled, outcome: { type: 'string', enum: ['failure'] } } },
    output: pageOf({
      properties: {
        event: filled,
        outcome: { type: 'string', enum: ['success', 'failure'] },
        client: clientOrNull,
        ip: textOrNull,
        user_agent: textOrNull,
        actor: { type: ['object', 'null'] },
        details: { type: ['object', 'null'], additionalProperties: true },
        created_at: time,
      },
    }),
  },
  changePassword: {
    ...hashing,
    path: '/account/me/password/change',
    input: { properties: { ...password, new_password: text }, required: ['auth.pass', 'new_password'] },
    output: ended,
  },
  beginTotp: {
    ...hashing,
    path: '/account/me/totp/begin',
    /** Password and code where one-time codes are on. */
    input: { properties: { ...password, ...code } },
    output: { properties: { secret: { ...filled, description: 'Base32; shown once' }, otpauth_url: filled } },
  },
  confirmTotp: {
    ...hashing,
    path: '/account/me/totp/confirm',
    input: { properties: { ...password, ...code }, required: ['auth.code'] },
    output: { properties: { ...mfa.properties, recovery_codes: recoveryCodes } },
  },
  disableTotp: {
    ...hashing,
    path: '/account/me/totp/disable',
    input: { properties: { ...password, ...code }, required: ['auth.pass', 'auth.code'] },
    output: mfa,
  },
  replaceRecoveryCodes: {
    ...hashing,
    path: '/account/me/recovery_codes/replace',
    input: { properties: { ...password, ...code }, required: ['auth.pass', 'auth.code'] },
    output: { properties: { recovery_codes: recoveryCodes } },
  },
  changeDeviceSignIn: {
    ...hashing,
    path: '/account/me/device_sign_in/change',
    input: { properties: { ...password, device_sign_in: onOrOff }, required: ['device_sign_in'] },
    output: { properties: { device_sign_in: onOrOff } },
  },
  ...membershipCalls,
  ...passkeyCalls,
} as const satisfies Record<string, Contract>;
