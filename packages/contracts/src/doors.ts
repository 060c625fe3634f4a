import { passkeyList } from './passkeys.ts';
import { count, filled, hashing, text, time, type Contract } from './schema.ts';
import { userApiCalls } from './user-api.ts';

export const linkPurposes = ['sign_up', 'confirm', 'reset', 'invitation', 'restore'] as const;
export type LinkPurpose = (typeof linkPurposes)[number];

/** From where a person asks, for budgets, mails and the request log. */
const origin = {
  ip: { ...text, description: 'Address of the person’s browser' },
  user_agent: { ...text, description: 'The person’s browser' },
} as const;
const locale = {
  ...text,
  description: 'The language of the page, which becomes that of the person’s mails',
} as const;
const token = { ...filled, maxLength: 512, description: 'The token of a link' } as const;

/**
 * What sso's pages ask user-api for a person who follows a link. A link that is unknown, used or has ended is
 * not_found, field token. Source: contract part 2 "Links".
 */
export const doorCalls = {
  /** Answers the same for every address; the mail says what there is. */
  requestLink: {
    path: '/internal/v1/links/request',
    input: {
      properties: {
        purpose: { type: 'string', enum: ['sign_up', 'reset'] },
        email: filled,
        locale,
        may_sign_up: {
          type: 'boolean',
          description: 'Whether the installation lets anybody sign up',
          examples: [true],
        },
        ...origin,
      },
      required: ['purpose', 'email', 'locale', 'may_sign_up', 'ip', 'user_agent'],
    },
    output: {
      properties: {
        mail: { type: 'string', enum: ['on', 'off'], description: 'Whether this installation sends mail' },
      },
    },
  },
  /** Spends nothing. */
  viewLink: {
    path: '/internal/v1/links/view',
    input: { properties: { token }, required: ['token'] },
    output: {
      properties: {
        purpose: { type: 'string', enum: linkPurposes },
        email: filled,
        user_id: {
          type: ['string', 'null'],
          description: 'The account that the link is for; null where the address has none',
        },
        has_account: {
          type: 'boolean',
          description:
            'Whether a verified account has the address, so that its person signs in instead of making one',
        },
        needs_code: {
          type: 'boolean',
          description: 'Whether a new password needs a one-time or recovery code',
        },
        name: { type: ['string', 'null'], description: 'The name that an operator gave the account' },
        password_min_length: { ...count, description: 'Characters that a new password has at least' },
        expires_at: time,
        passkeys: { ...passkeyList, description: 'Of a link for a new password: those of the account' },
        invitation: {
          type: ['object', 'null'],
          properties: {
            id: filled,
            org: {
              type: 'object',
              properties: { id: filled, slug: filled, name: text },
            },
            role: { type: 'string', enum: ['owner', 'admin', 'member'] },
            invited_by: {
              type: 'object',
              properties: { name: text, email: { type: ['string', 'null'] } },
            },
          },
        },
      },
    },
  },
  /** Makes the account of a sign-up link or of an invitation, and opens a root session for the browser. */
  signUp: {
    ...hashing,
    path: '/internal/v1/links/sign_up',
    input: {
      properties: { token, name: text, password: text, locale, ...origin },
      required: ['token', 'name', 'password', 'locale', 'ip', 'user_agent'],
    },
    output: userApiCalls.openRootSession.output,
  },
  /** Sets a new password, and opens a root session for the browser. */
  resetPassword: {
    ...hashing,
    path: '/internal/v1/links/reset',
    input: {
      properties: {
        token,
        new_password: text,
        code: { ...text, description: 'A one-time or recovery code, where the account has them' },
        keep_passkeys: { type: 'boolean', description: 'Whether the passkeys of the account stay' },
        ...origin,
      },
      required: ['token', 'new_password', 'ip', 'user_agent'],
    },
    output: userApiCalls.openRootSession.output,
  },
  /** Gives an account the address back that it had, and ends its sign-ins and its password. */
  restoreAddress: {
    path: '/internal/v1/links/restore',
    input: { properties: { token, ...origin }, required: ['token', 'ip', 'user_agent'] },
    output: { properties: { email: filled } },
  },
} as const satisfies Record<string, Contract>;
