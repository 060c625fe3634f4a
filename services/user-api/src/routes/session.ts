import { defineRoute, text, texts, timeOrNull } from '@latchkey/http-server';
import { personAccess } from '../access/person-access.ts';
import { tokenAccess } from '../access/token-access.ts';
import type { UserApiContext } from '../context.ts';
import { createEntry } from '../request-log/log-event.ts';
import { originOf } from '../request-log/request-log.ts';
import { endDevice } from '../sessions/end-sessions.ts';
import { hasOperatorPower } from '../sessions/operator-power.ts';
import type { Caller } from '../sessions/session.ts';
import { memberAnswer, memberSchema, userAnswer, userSchema } from './auth/answers.ts';

/** RFC 9745: /session/me is deprecated since 1 December 2026. */
const deprecatedSince = '@1796083200';
/** RFC 5829: what replaces it for the account. It has no date of removal. */
const successor = '</account/me/view>; rel="successor-version"';

export const sessionMe = defineRoute({
  path: '/session/me',
  summary: 'Answers whom a token speaks for',
  details:
    'It looks up session, user, membership, tokens_valid_after and binding. principal.kind is user without the scope admin; user.kind is what the account is. Every failure of the token is the same token_invalid, except use_dpop_nonce; only for a token in a header that is not read the sentence names the field. A Deprecation header and a Link name the successor /account/me/view.',
  access: tokenAccess,
  input: { properties: {} },
  output: {
    properties: {
      token_use: { type: 'string', enum: ['user', 'member'] },
      principal: {
        type: 'object',
        additionalProperties: false,
        properties: { kind: text, id: text },
      },
      user: userSchema,
      member: { ...memberSchema, type: ['object', 'null'] },
      session: {
        type: 'object',
        additionalProperties: false,
        properties: {
          id: text,
          kind: { type: 'string', enum: ['root', 'client', 'device'] },
          amr: texts,
          auth_time: { ...timeOrNull, examples: ['2026-11-22T09:30:00.000Z'] },
          created_at: timeOrNull,
          last_seen_at: timeOrNull,
          expires_at: timeOrNull,
          bound: { type: 'boolean' },
        },
      },
      client_id: text,
      scope: text,
      expires_at: text,
    },
  },
  errors: [],
  headers: { deprecation: deprecatedSince, link: successor },
  handle(_context: UserApiContext, _input, caller) {
    const { claims, account, member } = caller;
    const tokenUse: 'user' | 'member' = member === null ? 'user' : 'member';
    return {
      token_use: tokenUse,
      principal: { kind: hasOperatorPower(caller) ? account.kind : 'user', id: account.id },
      user: userAnswer(account),
      member: member && memberAnswer(member),
      session: sessionAnswer(caller),
      client_id: claims.client_id,
      scope: claims.scope,
      expires_at: new Date(claims.exp * 1000).toISOString(),
    };
  },
});

function sessionAnswer({ claims, session }: Caller) {
  const authTime = claims.auth_time === undefined ? null : new Date(claims.auth_time * 1000);
  return {
    id: session.id,
    kind: session.kind,
    amr: [...(claims.amr ?? [])],
    auth_time: authTime?.toISOString() ?? null,
    created_at: session.createdAt?.toISOString() ?? null,
    last_seen_at: session.lastSeenAt?.toISOString() ?? null,
    expires_at: session.expiresAt?.toISOString() ?? null,
    bound: claims.cnf !== undefined || claims.fpr !== undefined,
  };
}

export const sessionLogout = defineRoute({
  path: '/session/logout',
  summary: 'Ends the calling session, with its root when the same client opened it, or the calling device',
  details:
    'For a member token the root ends only where it is of the org. With a device token the refresh family ends, here and at sso, from the next call on.',
  access: personAccess,
  input: { properties: {} },
  output: { properties: { ended: { type: 'integer', description: 'Sessions that ended' } } },
  errors: [],
  async handle(context: UserApiContext, _input, caller, request) {
    const { session, account, claims } = caller;
    const event = { event: 'session.logout', userId: account.id, clientId: claims.client_id } as const;
    if (session.kind === 'device') {
      await endDevice(context, caller, event, originOf(request));
      return { ended: 1 };
    }
    const row = createEntry(context, event, originOf(request));
    const ended = await context.sessions.revoke(await highestOwn(context, caller), row);
    return { ended: ended.length };
  },
});

/**
 * The root of the calling session where the same client opened it, else the session. A member speaks for an org only,
 * and does not end the root of the person, who has other sessions from it.
 */
async function highestOwn(context: UserApiContext, { session, claims, member }: Caller): Promise<string> {
  const root = session.rootId && (await context.sessions.findLive(session.rootId, new Date(context.now())));
  const isOwnRoot = root && root.clientId === claims.client_id && root.orgId === (member?.orgId ?? null);
  return isOwnRoot ? root.id : session.id;
}
