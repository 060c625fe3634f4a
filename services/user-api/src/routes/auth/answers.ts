import { text, texts, type FieldsSchema } from '@latchkey/http-server';
import type { Account, Membership } from '../../accounts/account.ts';
import type { OpenedSessions } from '../../sessions/open-sessions.ts';
import type { NewSession } from '../../sessions/session-store.ts';
import { idleEndOf } from '../../sessions/session.ts';

/** What a person may know of their own account. */
export const userSchema = {
  title: 'User',
  type: 'object',
  additionalProperties: false,
  properties: {
    id: text,
    email: text,
    name: text,
    kind: { type: 'string', enum: ['user', 'admin', 'root'] },
  },
} as const;

export function userAnswer({ id, email, name, kind }: Account) {
  return { id, email, name, kind };
}

export const memberSchema = {
  title: 'Member',
  type: 'object',
  additionalProperties: false,
  properties: { org_id: text, org_slug: text, role: { type: 'string', enum: ['owner', 'admin', 'member'] } },
} as const;

export function memberAnswer({ orgId, orgSlug, role }: Membership) {
  return { org_id: orgId, org_slug: orgSlug, role };
}

/** A root session; its token is shown here and nowhere again. */
export const rootSchema = {
  title: 'OpenedRootSession',
  type: 'object',
  additionalProperties: false,
  properties: { token: text, id: text, amr: texts, bound: { type: 'boolean' }, expires_at: text },
} as const;

export function rootAnswer(session: NewSession, token: string) {
  return {
    token,
    id: session.id,
    amr: [...session.amr],
    bound: session.jkt !== null || session.fingerprint !== null,
    expires_at: session.expiresAt.toISOString(),
  };
}

const sessionSchema = {
  title: 'OpenedSession',
  type: 'object',
  additionalProperties: false,
  properties: { id: text, kind: { type: 'string', enum: ['root', 'client'] }, amr: texts, expires_at: text },
} as const;

export function sessionAnswer(session: NewSession) {
  const { id, kind, amr } = session;
  return { id, kind, amr: [...amr], expires_at: idleEndOf(session).toISOString() };
}

const tokenProperties = {
  token_use: { type: 'string', enum: ['user', 'member'] },
  token_type: { type: 'string', enum: ['Bearer', 'DPoP'] },
  access_token: text,
  expires_in: { type: 'integer', description: 'Seconds' },
  scope: { ...text, description: 'What was granted; it may be less than the payload asked for' },
} as const;

export const loginOutput = {
  properties: { ...tokenProperties, session: sessionSchema, root: rootSchema, user: userSchema },
} as const;

export const exchangeOutput = {
  properties: { ...tokenProperties, session: sessionSchema },
} as const;

export function loginAnswer(account: Account, { root, session, token }: OpenedSessions) {
  return {
    ...token,
    session: sessionAnswer(session),
    root: rootAnswer(root.session, root.token),
    user: userAnswer(account),
  };
}

/** Whom a route of the payload's families serves; a member is a user who speaks for an org. */
export type Audience = 'user' | 'member';

/**
 * The output of a route for users or for members; a member's answers the member too. To the compiler `member` is
 * optional in both, so that one handler serves both.
 */
export function outputFor<Properties extends FieldsSchema['properties']>(
  audience: Audience,
  { properties }: { readonly properties: Properties },
) {
  return { properties: audience === 'member' ? { ...properties, member: memberSchema } : properties } as {
    readonly properties: Properties & { readonly member: typeof memberSchema };
    readonly optional: readonly ['member'];
  };
}

export function memberPart(member: Membership | null) {
  return member === null ? {} : { member: memberAnswer(member) };
}
