import { count, filled, seconds, text, texts, time, timeOrNull, type Contract } from './schema.ts';
import { instantMs, pagePlan, sliceFields } from './search.ts';

export const deviceStates = ['approved_waiting_pickup', 'active', 'expired', 'revoked'] as const;
/** How an authorization is made: by a code that a device shows, or in the browser that the app leads to sso. */
export const roads = ['device', 'browser'] as const;
export const consentStates = ['active', 'revoked'] as const;

const client = {
  type: 'object',
  properties: {
    id: { ...filled, examples: ['backup-agent'] },
    name: { ...text, examples: ['Backup agent'] },
  },
} as const;

const device = {
  title: 'Device',
  type: 'object',
  properties: {
    id: filled,
    client,
    scope: text,
    audience: {
      ...texts,
      description: 'Where its access is valid',
      examples: [['https://drop.example.com']],
    },
    status: { type: 'string', enum: deviceStates },
    road: { type: 'string', enum: roads, description: 'browser: signed in to an app, without a device code' },
    ip: text,
    device_name: {
      type: ['string', 'null'],
      description: 'What it calls itself',
      examples: ['anna’s laptop'],
    },
    family_id: { type: ['string', 'null'], description: 'Session id of its tokens, once there are some' },
    created_at: time,
    approved_at: time,
    redeemed_at: timeOrNull,
    last_refreshed_at: timeOrNull,
    expires_at: time,
  },
} as const;

const consent = {
  title: 'Consent',
  type: 'object',
  properties: {
    client,
    scopes: texts,
    status: { type: 'string', enum: consentStates },
    created_at: time,
    last_used_at: timeOrNull,
    session_count: count,
  },
} as const;

export const ssoCalls = {
  /** Source: contract part 1 "Guard payloads". */
  consumeRelay: {
    path: '/internal/v1/relays/consume',
    input: { properties: { relay: text }, required: ['relay'] },
    output: { properties: { jws: filled } },
  },
  /** sso decides which rights the token holds, and says so in `scope`. Source: contract part 0 "Scopes and rights". */
  mintToken: {
    path: '/internal/v1/tokens/mint',
    input: {
      properties: {
        token_use: { type: 'string', enum: ['user', 'member', 'app'] },
        sub: filled,
        client_id: filled,
        aud: { type: 'array', items: filled, minItems: 1 },
        scope: text,
        sid: filled,
        org: filled,
        role: filled,
        amr: { type: 'array', items: filled },
        auth_time: seconds,
        jkt: filled,
        fpr: filled,
        fresh_sign_in: {
          type: 'boolean',
          description: 'The person has just signed in for this token. Only then can it hold admin',
        },
      },
      required: ['token_use', 'sub', 'client_id', 'aud', 'scope', 'sid', 'amr'],
    },
    output: {
      properties: {
        access_token: filled,
        expires_in: { ...count, description: 'Seconds' },
        scope: { ...text, description: 'What the token holds of the scope that was asked for' },
        issued_at_ms: {
          ...count,
          description: 'Milliseconds since the epoch; iat is its whole second',
        },
      },
    },
  },
  /** The times are of the refresh family, and of the token where it has none. Source: contract part 0 "Access tokens". */
  verifyToken: {
    path: '/internal/v1/tokens/verify',
    input: { properties: { token: text }, required: ['token'] },
    output: {
      properties: {
        active: { type: 'boolean' },
        sid: filled,
        sub: filled,
        client_id: filled,
        scope: text,
        token_use: { type: 'string', enum: ['user', 'member', 'app'] },
        created_at: time,
        last_used_at: time,
        expires_at: time,
        tokens_valid_after: {
          ...time,
          description: 'Of a refresh family: the account’s tokens_valid_after at its sign-in, 1970 for none',
        },
      },
      required: ['active'],
    },
  },
  revokeFamilies: {
    path: '/internal/v1/families/revoke',
    input: {
      properties: {
        user_id: filled,
        // Not `filled`: a selector that is sent empty selects nothing, and must not count as not sent.
        family_id: text,
        client_id: text,
        consents: { type: 'boolean', description: 'Whether all consents of the user are revoked as well' },
        kept_family_id: text,
        reason: {
          type: 'string',
          enum: ['user', 'admin'],
          description: 'Who revokes them; admin when not sent',
        },
        voided: {
          type: 'boolean',
          description:
            'The account was disabled or deleted, or has a new password: its codes end as invalid_grant',
        },
      },
      required: ['user_id'],
    },
    output: { properties: { revoked: count } },
  },
  /** Source: contract part 2 "Guarded routes". */
  searchDevices: {
    path: '/internal/v1/devices/search',
    input: {
      properties: {
        user_id: filled,
        plan: pagePlan,
        client_id: text,
        status: { type: 'string', enum: deviceStates },
        created_from_ms: { ...instantMs, description: 'Milliseconds since the epoch' },
        created_to_ms: { ...instantMs, description: 'Exclusive' },
      },
      required: ['user_id', 'plan'],
    },
    output: { properties: { items: { type: 'array', items: device }, ...sliceFields } },
  },
  /**
   * A device that has ended already is an answer, and not a refusal: so a call whose answer was lost can be repeated.
   * Source: contract part 2 "Also needed to be usable" (/oauth/device/revoke).
   */
  revokeDevice: {
    path: '/internal/v1/devices/revoke',
    input: { properties: { user_id: filled, id: text }, required: ['user_id', 'id'] },
    output: {
      properties: {
        revoked: { type: 'boolean', description: 'Whether this call revoked it' },
        client_id: filled,
        family_id: { ...filled, description: 'Its refresh family, once there is one' },
      },
      optional: ['client_id', 'family_id'],
    },
  },
  /** Source: contract part 2 "Guarded routes". */
  searchConsents: {
    path: '/internal/v1/consents/search',
    input: {
      properties: {
        user_id: filled,
        plan: pagePlan,
        client_id: text,
        scope: text,
        status: { type: 'string', enum: consentStates },
        search: { ...text, description: 'Literal part of the name or id of the client' },
      },
      required: ['user_id', 'plan'],
    },
    output: { properties: { items: { type: 'array', items: consent }, ...sliceFields } },
  },
  /**
   * As for a device, a consent that is revoked already is an answer. Source: contract part 2 "Also needed to be usable"
   * (/oauth/clients/authorized/revoke).
   */
  revokeConsent: {
    path: '/internal/v1/consents/revoke',
    input: { properties: { user_id: filled, client_id: text }, required: ['user_id', 'client_id'] },
    output: {
      properties: {
        revoked: { type: 'boolean', description: 'Whether this call revoked it or one of its families' },
        families: count,
      },
    },
  },
} as const satisfies Record<string, Contract>;
