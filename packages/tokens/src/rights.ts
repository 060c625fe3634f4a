import type { ErrorSpec } from '@latchkey/contracts';
import { splitScope, type AccessTokenClaims } from './claims.ts';

/** The scopes that say what a client may learn of a person. Source: requirement 1 "Token package". */
export const identityScopes = ['openid', 'profile', 'email', 'groups', 'offline_access'] as const;

/** The scopes that say what a token may do. Source: contract part 0 "Scopes and rights". */
export const rightScopes = ['account', 'clients', 'orgs', 'admin'] as const;

export type Right = (typeof rightScopes)[number];

/** What a route asks for that no scope gives: who holds that may call it. */
type Exemption = 'nothing' | 'any token' | 'app token' | 'payload' | 'client authentication' | 'service key';

export type Need = Right | 'openid' | Exemption;

/** The table of rights: what the paths that begin so ask for. The longest prefix wins. */
const needs = {
  sso: {
    '/': 'nothing',
    '/device_authorization': 'client authentication',
    '/internal/': 'service key',
    '/introspect': 'client authentication',
    // The script of the pages that offer passkeys, which work without it.
    '/passkey.js': 'nothing',
    '/relay': 'client authentication',
    '/revoke': 'client authentication',
    '/token': 'client authentication',
    '/userinfo': 'openid',
  },
  'user-api': {
    '/account/': 'account',
    '/account/me/client_password/change': 'app token',
    '/admin/': 'admin',
    '/auth/': 'payload',
    '/internal/': 'service key',
    '/oauth/client_credentials/': 'clients',
    '/oauth/client_credentials/issue': 'payload',
    '/oauth/clients/': 'clients',
    '/oauth/clients/authorized/': 'account',
    '/oauth/clients/connections/verify': 'app token',
    '/oauth/device/': 'account',
    '/org/': 'orgs',
    '/session/': 'any token',
  },
  drop: {
    // The pages to take an anonymous drop and to fill one in, and their script.
    '/d/': 'nothing',
    '/fill/': 'nothing',
    '/fill-key.js': 'nothing',
    '/v1/admin/': 'admin',
    // An anonymous drop asks for nothing but its key; any other one for a token of its owner.
    '/v1/consume': 'nothing',
    '/v1/drop/': 'any token',
    // The key of the link says who may.
    '/v1/fill': 'nothing',
  },
} as const satisfies Record<string, Readonly<Record<string, Need>>>;

export type RightsService = keyof typeof needs;

/** The lines of a service, the longest prefix first. */
function sortLines(lines: Readonly<Record<string, Need>>): [string, Need][] {
  return Object.entries(lines).toSorted(([left], [right]) => right.length - left.length);
}

const sorted = {
  sso: sortLines(needs.sso),
  'user-api': sortLines(needs['user-api']),
  drop: sortLines(needs.drop),
};

/** What a route asks for. Throws for a path without a line in the table: such a route must not be served. */
export function needOf(service: RightsService, path: string): Need {
  const line = sorted[service].find(([prefix]) => path.startsWith(prefix));
  if (line === undefined) throw new Error(`The table of rights has no line for ${service}${path}`);
  return line[1];
}

/** The right that a route asks for; undefined when no right is asked for. Throws as {@link needOf} does. */
export function rightFor(service: RightsService, path: string): Right | undefined {
  const need = needOf(service, path);
  return rightScopes.find((right) => right === need);
}

/** The rights that a verified token has. A member's never include admin, and an app's token has none. */
export function rightsOf({ token_use, scope }: Pick<AccessTokenClaims, 'token_use' | 'scope'>): Right[] {
  if (token_use === 'app') return [];
  const held = splitScope(scope);
  return rightScopes.filter(
    (right) => held.includes(right) && !(token_use === 'member' && right === 'admin'),
  );
}

/** The failure of a token without a right. Source: RFC 6750 3.1. */
export function scopeMissing(right: Right): ErrorSpec {
  return { code: 'insufficient_scope', message: `A token with the scope ${right} is required` };
}

/** The challenge that goes with {@link scopeMissing}. Source: RFC 6750 3, RFC 9449 7.1. */
export function scopeChallenge(right: Right, { cnf }: Pick<AccessTokenClaims, 'cnf'>): string {
  return `${cnf === undefined ? 'Bearer' : 'DPoP'} error="insufficient_scope", scope="${right}"`;
}
