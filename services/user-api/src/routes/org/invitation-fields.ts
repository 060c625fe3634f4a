import { text, time } from '@latchkey/http-server';
import type { Invitation } from '../../org/invitation.ts';
import { signUpFields } from '../../sign-in/sign-up.ts';

const role = { type: 'string', enum: ['owner', 'admin', 'member'] } as const;

export const inviteFields = {
  org: { type: 'string', minLength: 1, description: 'Slug or id' },
  email: { ...signUpFields['auth.user'], description: 'Address that alone may accept' },
  role,
} as const;

export const invitationOutput = {
  properties: {
    invite: { ...text, description: 'Id of the invitation' },
    org_id: text,
    email: text,
    role,
    expires_at: time,
  },
  required: ['invite', 'org_id', 'email', 'role', 'expires_at'],
} as const;

export function invitationAnswer({ id, orgId, email, role: given, expiresAt }: Invitation) {
  return { invite: id, org_id: orgId, email, role: given, expires_at: expiresAt.toISOString() };
}
