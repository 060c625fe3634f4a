import { isIP } from 'node:net';
import { filled, hashing, text, texts, time, timeOrNull, type Contract } from './schema.ts';

/** How long a challenge is good, for a person who looks for their key. Source: contract part 1 "Passkeys". */
export const challengeSeconds = 900;

/** The largest answer of an authenticator, as JSON; with a key of RSA it is a quarter of that. */
export const longestPasskeyAnswer = 4096;

/** How many passkeys an account has at most. */
export const mostPasskeys = 20;

/** The name of a passkey has as many characters at most. */
export const longestPasskeyName = 64;

/**
 * The algorithms of the keys, as COSE names them: EdDSA, ES256, RS256, the best first. Between them every authenticator
 * has one.
 */
export const passkeyAlgorithms: readonly number[] = [-8, -7, -257];

/**
 * The host that the passkeys of an installation are for; undefined where that is an address, which can have none.
 * Source: Web Authentication 5.1.2.
 */
export function rpIdOf(ssoUrl: string): string | undefined {
  const { hostname } = new URL(ssoUrl);
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? hostname : undefined;
}

/** What a person shows before a passkey is added; see {@link passkeyCalls}. */
const passkeyAsks = ['password', 'code', 'nothing', 'passkey', 'reset'] as const;
export type PasskeyAsk = (typeof passkeyAsks)[number];

/** A passkey as its person sees it: no answer holds its public key. */
const passkeyItem = {
  properties: {
    id: filled,
    name: filled,
    synced: { type: 'boolean', description: 'Whether its authenticator may copy it to other devices' },
    usable: { type: 'boolean', description: 'false for one that was made for another address of sso' },
    created_at: time,
    last_used_at: timeOrNull,
  },
} as const;

export const passkeyList = { type: 'array', items: { type: 'object', ...passkeyItem } } as const;

/** A part of {@link accountCalls}. Source: contract part 2 "Passkeys". */
export const passkeyCalls = {
  listPasskeys: {
    path: '/account/me/passkey/list',
    input: { properties: {} },
    output: {
      properties: {
        passkeys: passkeyList,
        asks: {
          type: 'string',
          enum: passkeyAsks,
          description:
            'What adding one asks for: the password, with a code, nothing, a sign-in by a passkey first, or operators reset',
        },
      },
    },
  },
  beginPasskey: {
    ...hashing,
    path: '/account/me/passkey/begin',
    input: { properties: { 'auth.pass': text, 'auth.code': filled } },
    output: {
      properties: {
        begun: { ...filled, description: 'What /account/me/passkey/add sends back within 15 minutes' },
        user_handle: { ...filled, description: '32 random bytes in base64url' },
        credential_ids: { ...texts, description: 'Of the passkeys that the account has' },
      },
    },
  },
  /** The first one loads the library that verifies it. */
  addPasskey: {
    ...hashing,
    path: '/account/me/passkey/add',
    input: {
      properties: {
        begun: filled,
        challenge: { ...filled, maxLength: 128 },
        passkey: { ...filled, maxLength: longestPasskeyAnswer },
        name: filled,
      },
      required: ['begun', 'challenge', 'passkey', 'name'],
    },
    output: { properties: { id: filled } },
  },
  removePasskey: {
    path: '/account/me/passkey/remove',
    input: { properties: { id: text }, required: ['id'] },
    output: { properties: { removed: { type: 'boolean', enum: [true] } } },
  },
} as const satisfies Record<string, Contract>;
