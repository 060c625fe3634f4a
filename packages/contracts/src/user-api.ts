import { stepUpCall } from './console.ts';
import { eventCalls, mostLookUps } from './events.ts';
import { apiRecord, clientRecord, kind, standing } from './records.ts';
import { filled, hashing, seconds, text, texts, time, timeOrNull, type Contract } from './schema.ts';

const user = {
  type: 'object',
  properties: { id: filled, email: filled, name: text, kind },
} as const;

/** Who may ask a stranger for a secret. */
export const askerKinds = ['user', 'org', 'app'] as const;
const ids = { type: 'array', items: text, maxItems: mostLookUps } as const;

export const userApiCalls = {
  /** The clients that exist, in any order. */
  findClients: {
    path: '/internal/v1/clients/find-many',
    input: { properties: { client_ids: ids }, required: ['client_ids'] },
    output: { properties: { clients: { type: 'array', items: { type: 'object', ...clientRecord } } } },
  },
  /** The APIs of these audiences that are registered, in any order. Audiences have no slash at their end. */
  findApis: {
    path: '/internal/v1/apis/find-many',
    input: { properties: { audiences: ids }, required: ['audiences'] },
    output: { properties: { apis: { type: 'array', items: { type: 'object', ...apiRecord } } } },
  },
  /** The standings of the accounts that exist, in any order. */
  findStandings: {
    path: '/internal/v1/accounts/standings',
    input: { properties: { user_ids: ids }, required: ['user_ids'] },
    output: { properties: { standings: { type: 'array', items: { type: 'object', ...standing } } } },
  },
  /** Whose standing has changed since the `next` of an earlier answer; 0 for who has none. */
  findChanges: {
    path: '/internal/v1/accounts/changes',
    input: {
      properties: { since: { ...filled, pattern: '^[0-9]{1,19}$', allowed: 'a number', examples: ['0'] } },
      required: ['since'],
    },
    output: {
      properties: {
        server: { ...filled, description: 'Another one has other numbers, and may have lost changes' },
        next: filled,
        all: { type: 'boolean', description: 'Anybody’s may have changed' },
        user_ids: texts,
      },
    },
  },
  /** What strangers are shown of who asks them for a secret; null for whom nobody can be sure of. */
  findAsker: {
    path: '/internal/v1/askers/find',
    input: {
      properties: { kind: { type: 'string', enum: askerKinds }, id: filled },
      required: ['kind', 'id'],
    },
    output: {
      properties: {
        name: {
          type: ['string', 'null'],
          description: 'Of a person the masked address, where it is verified; of an org or app its name',
        },
      },
    },
  },
  ...eventCalls,
  viewRootSession: {
    path: '/internal/v1/root-sessions/view',
    input: { properties: { token: text }, required: ['token'] },
    output: {
      properties: {
        id: filled,
        user,
        amr: texts,
        auth_time: seconds,
        expires_at: time,
        tokens_valid_after: {
          ...timeOrNull,
          description: 'The account’s tokens_valid_after when the session was opened',
        },
        device_sign_in: { type: 'boolean', description: 'Whether devices may be approved for the account' },
        mfa: { type: 'boolean', description: 'Whether the account has one-time codes' },
      },
    },
  },
  stepUpRootSession: stepUpCall,
  revokeRootSession: {
    path: '/internal/v1/root-sessions/revoke',
    input: {
      properties: {
        token: text,
        ip: { ...text, description: 'Address of the person who signs out' },
        user_agent: { ...text, description: 'Browser of the person who signs out' },
        replaced: { type: 'boolean', description: 'Whether a newer sign-in in the browser takes its place' },
      },
      required: ['token'],
    },
    output: { properties: { revoked: { type: 'boolean' } } },
  },
  viewSession: {
    path: '/internal/v1/sessions/view',
    input: {
      properties: {
        sid: text,
        sub: text,
        token_use: { type: 'string', enum: ['user', 'member', 'app'] },
        iat: seconds,
        org: text,
        client_id: text,
      },
      required: ['sid', 'sub', 'token_use', 'iat'],
    },
    output: { properties: { active: { type: 'boolean' } } },
  },
  /** A client gives up a token of its own at sso's /revoke. Source: contract part 1 "Routes". */
  endSession: {
    path: '/internal/v1/sessions/end',
    input: {
      properties: {
        sid: text,
        client_id: text,
        token_use: { type: 'string', enum: ['user', 'member', 'app'] },
        ip: { ...text, description: 'Address of the client' },
        user_agent: text,
      },
      required: ['sid', 'client_id', 'token_use', 'ip', 'user_agent'],
    },
    output: {
      properties: {
        ended: {
          type: 'boolean',
          description: 'Whether this call ended a session or a credential of the client',
        },
      },
    },
  },
  /** The public route, as sso's page calls it. Source: contract part 2 "Routes guarded by a consumed payload". */
  openRootSession: {
    ...hashing,
    path: '/auth/user/root-session',
    input: {
      properties: {
        relay: filled,
        'auth.user': text,
        'auth.pass': text,
        'auth.code': filled,
        new_password: filled,
        'auth.method': { type: 'string', enum: ['passkey'] },
        'auth.id': filled,
        passkey: { ...filled, description: 'With auth.method passkey, in place of auth.user and auth.pass' },
      },
      required: ['relay'],
    },
    output: {
      properties: {
        root: {
          type: 'object',
          properties: { token: filled, amr: texts, expires_at: time },
        },
        user: {
          type: 'object',
          properties: { id: filled, email: filled, kind },
        },
      },
    },
  },
  /** The public route, as sso's client_credentials grant calls it. Source: as above. */
  issueCredential: {
    path: '/oauth/client_credentials/issue',
    input: { properties: { relay: filled }, required: ['relay'] },
    output: {
      properties: { access_token: filled, expires_in: { type: 'integer', minimum: 0 }, scope: text },
    },
  },
} as const satisfies Record<string, Contract>;
