import { ended, onOrOff, page, pageOf, token } from './account-parts.ts';
import { filled, hashing, text, time, type Contract } from './schema.ts';

const role = { type: 'string', enum: ['owner', 'admin', 'member'] } as const;

/** What a person does about their address, invitations and orgs, by the account page. */
export const membershipCalls = {
  requestConfirmation: {
    path: '/account/me/email/request_confirmation',
    input: { properties: token, required: ['auth.token'] },
    output: { properties: { mail: onOrOff } },
  },
  confirmEmail: {
    path: '/account/me/email/confirm',
    input: { properties: { ...token, link: filled }, required: ['auth.token', 'link'] },
    output: { properties: { email_verified: { type: 'boolean' } } },
  },
  changeEmail: {
    ...hashing,
    path: '/account/me/email/change',
    input: {
      properties: { ...token, email: text, 'auth.pass': text, 'auth.code': filled },
      required: ['auth.token', 'email'],
    },
    output: { properties: { mail: onOrOff, email: filled } },
  },
  searchInvitations: {
    path: '/account/me/invitation/search',
    input: { properties: page, required: ['auth.token'] },
    output: pageOf({
      properties: {
        invite: filled,
        org: {
          type: 'object',
          properties: { id: filled, slug: filled, name: text },
        },
        role,
        invited_by: {
          type: 'object',
          properties: { name: text, email: { type: ['string', 'null'] } },
        },
        expires_at: time,
      },
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
        },
      },
    },
  },
  declineInvitation: {
    path: '/account/me/invitation/decline',
    input: { properties: { ...token, invite: filled }, required: ['auth.token', 'invite'] },
    output: { properties: { declined: { type: 'boolean' } } },
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
    }),
  },
  leaveOrg: {
    path: '/org/leave',
    input: { properties: { ...token, org: text }, required: ['auth.token', 'org'] },
    output: ended,
  },
} as const satisfies Record<string, Contract>;
