import { text, time } from '@latchkey/http-server';
import { addressField } from '../../accounts/address.ts';
import type { Invitation, Replaced } from '../../people/orgs/invitation.ts';
import { orgField, roleField } from './people-answer.ts';

export const inviteFields = {
  org: orgField,
  email: { ...addressField, description: 'The only address that may accept' },
  role: roleField,
} as const;

/** Asks for the link instead of a mail. */
export const printLinkField = {
  type: 'boolean',
  description: 'Whether the answer has the link, which the operator hands over; no mail is sent then',
} as const;

export const printedLink = { ...text, description: 'The link, with print_link' } as const;

export const withdrawFields = {
  org: orgField,
  invite: { type: 'string', minLength: 1, description: 'Id of the invitation' },
} as const;

export const withdrawOutput = {
  properties: { withdrawn: { type: 'boolean' } },
} as const;

export const invitationOutput = {
  properties: {
    invite: { ...text, description: 'Id of the invitation' },
    org_id: text,
    email: text,
    role: roleField,
    expires_at: time,
    replaced_role: {
      type: ['string', 'null'],
      enum: [...roleField.enum, null],
      description: 'Role of the open invitation that this one replaces; null without one',
    },
  },
} as const;

export function invitationAnswer({ invitation, replaced }: { readonly invitation: Invitation } & Replaced) {
  const { id, orgId, email, role, expiresAt } = invitation;
  const expires_at = expiresAt.toISOString();
  return { invite: id, org_id: orgId, email, role, expires_at, replaced_role: replaced };
}
