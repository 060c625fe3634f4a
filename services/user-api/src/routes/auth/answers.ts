import type { Account, Membership } from '../../account/account.ts';
import type { OpenedSessions } from '../../session/open-sessions.ts';
import { idleEndOf, type NewSession } from '../../session/session.ts';

const text = { type: 'string' } as const;
const texts = { type: 'array', items: text } as const;

/** What a person may know of their own account. */
export const userSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['id', 'email', 'name', 'kind'],
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
  type: 'object',
  additionalProperties: false,
  required: ['org_id', 'org_slug', 'role'],
  properties: { org_id: text, org_slug: text, role: { type: 'string', enum: ['owner', 'admin', 'member'] } },
} as const;

/** The member that a member route has found; there always is one. */
export function memberOf({ member }: { member: Membership | null }) {
  if (member === null) throw new Error('A member route has found no member');
  return memberAnswer(member);
}

export function memberAnswer({ orgId, orgSlug, role }: Membership) {
  return { org_id: orgId, org_slug: orgSlug, role };
}

/** A root session; its token is shown here and nowhere again. */
export const rootSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['token', 'id', 'amr', 'bound', 'expires_at'],
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

export const sessionSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['id', 'kind', 'amr', 'expires_at'],
  properties: { id: text, kind: { type: 'string', enum: ['root', 'client'] }, amr: texts, expires_at: text },
} as const;

export function sessionAnswer(session: NewSession) {
  const { id, kind, amr } = session;
  return { id, kind, amr: [...amr], expires_at: idleEndOf(session).toISOString() };
}

export const tokenProperties = {
  token_use: { type: 'string', enum: ['user', 'member'] },
  token_type: { type: 'string', enum: ['Bearer', 'DPoP'] },
  access_token: text,
  expires_in: { type: 'integer', description: 'Seconds' },
} as const;

/** Data of a login. */
export const loginProperties = {
  ...tokenProperties,
  session: sessionSchema,
  root: rootSchema,
  user: userSchema,
} as const;

export const loginRequired = [
  'token_use',
  'token_type',
  'access_token',
  'expires_in',
  'session',
  'root',
  'user',
] as const;

export function loginAnswer(account: Account, { root, session, token }: OpenedSessions) {
  return {
    ...token,
    session: sessionAnswer(session),
    root: rootAnswer(root.session, root.token),
    user: userAnswer(account),
  };
}
