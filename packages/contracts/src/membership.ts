import { ended, onOrOff, page, pageOf } from './account-parts.ts';
import { filled, hashing, text, time, type Contract } from './schema.ts';

const mail = { ...onOrOff, description: 'Whether this installation sends mail' } as const;
const role = { type: 'string', enum: ['owner', 'admin', 'member'] } as const;

/** What a person does about their address, invitations and orgs, by the account page. */
export const membershipCalls = {
  requestConfirmation: {
    path: '/account/me/email/request_confirmation',
    input: { properties: {} },
    output: { properties: { mail } },
  },
  confirmEmail: {
    path: '/account/me/email/confirm',
    input: {
      properties: {
        link: {
          ...filled,
          maxLength: 512,
          description: 'The token of the link',
          examples: [
            'k1.Zm9ydHktdGhyZWUtc3ltYm9scy1vZi1iYXNlNjR1cmwtaWQ.Zm9ydHktdGhyZWUtc3ltYm9scy1vZi1iYXNlNjR1cmwtbWE',
          ],
        },
      },
      required: ['link'],
    },
    output: { properties: { email_verified: { type: 'boolean' } } },
  },
  changeEmail: {
    ...hashing,
    path: '/account/me/email/change',
    input: { properties: { email: text, 'auth.pass': text, 'auth.code': filled }, required: ['email'] },
    output: { properties: { mail, email: { ...filled, description: 'The new address, as it is stored' } } },
  },
  searchInvitations: {
    path: '/account/me/invitation/search',
    input: { properties: page },
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
    input: { properties: { invite: filled }, required: ['invite'] },
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
    input: { properties: { invite: filled }, required: ['invite'] },
    output: { properties: { declined: { type: 'boolean' } } },
  },
  searchOrgs: {
    path: '/org/search',
    input: { properties: page },
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
    input: { properties: { org: { ...filled, description: 'Slug or id' } }, required: ['org'] },
    output: ended,
  },
} as const satisfies Record<string, Contract>;
