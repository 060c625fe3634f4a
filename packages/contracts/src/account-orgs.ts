import { ended, page, pageOf, role, token } from './account-fields.ts';
import { filled, text, time, type Contract } from './schema.ts';

/** What the account page asks of the organisations of a person, and of invitations to them. */
export const orgCalls = {
  searchInvitations: {
    path: '/account/me/invitation/search',
    input: { properties: page, required: ['auth.token'] },
    output: pageOf({
      properties: {
        invite: filled,
        org: {
          type: 'object',
          properties: { id: filled, slug: filled, name: text },
          required: ['id', 'slug', 'name'],
        },
        role,
        invited_by: {
          type: 'object',
          properties: { name: text, email: text },
          required: ['name', 'email'],
        },
        expires_at: time,
      },
      required: ['invite', 'org', 'role', 'invited_by', 'expires_at'],
    }),
  },
  acceptInvitation: {
    path: '/account/me/invitation/accept',
    input: { properties: { ...token, invite: filled }, required: ['auth.token', 'invite'] },
    output: {
      properties: {
        member: {
          type: 'object',
          properties: { org_id: filled, org_slug: filled, role },
          required: ['org_id', 'org_slug', 'role'],
        },
      },
      required: ['member'],
    },
  },
  declineInvitation: {
    path: '/account/me/invitation/decline',
    input: { properties: { ...token, invite: filled }, required: ['auth.token', 'invite'] },
    output: { properties: { declined: { type: 'boolean' } }, required: ['declined'] },
  },
  searchOrgs: {
    path: '/org/search',
    input: { properties: page, required: ['auth.token'] },
    output: pageOf({
      properties: {
        id: filled,
        slug: filled,
        name: text,
        role,
      },
      required: ['id', 'slug', 'name', 'role'],
    }),
  },
  leaveOrg: {
    path: '/org/leave',
    input: { properties: { ...token, org: text }, required: ['auth.token', 'org'] },
    output: ended,
  },
} as const satisfies Record<string, Contract>;
