import { defineRoute, serviceAccess } from '@latchkey/http-server';
import { revokeDevices } from '../../../../consent/revoke-devices.ts';
import type { SsoContext } from '../../../../context.ts';

const text = { type: 'string' } as const;

/** For what ends a person's sign-ins in user-api: a new password, a disabled account, an operator's or their own hand. */
export const familiesRevoke = defineRoute({
  path: '/internal/v1/families/revoke',
  summary: 'Revokes one refresh family of a person; or all, but one, of a client, with the codes that wait',
  access: serviceAccess,
  input: {
    properties: {
      user_id: text,
      family_id: text,
      client_id: text,
      kept_family_id: text,
      reason: { type: 'string', enum: ['user', 'admin'], description: 'whose doing it is; admin if absent' },
    },
    required: ['user_id'],
  },
  output: { properties: { revoked: { type: 'integer' } }, required: ['revoked'] },
  errors: [],
  async handle(context: SsoContext, input) {
    const { user_id: userId, family_id: familyId, client_id: clientId, kept_family_id: keptFamilyId } = input;
    const selection = {
      userId,
      ...(familyId === undefined ? {} : { familyId }),
      ...(clientId === undefined ? {} : { clientId }),
      ...(keptFamilyId === undefined ? {} : { keptFamilyId }),
    };
    const { codes, families } = await revokeDevices(context, selection, input.reason ?? 'admin');
    return { revoked: codes + families };
  },
});
