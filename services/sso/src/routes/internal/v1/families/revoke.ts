import { ssoCalls } from '@latchkey/contracts';
import { callers, defineRoute } from '@latchkey/http-server';
import type { SsoContext } from '../../../../context.ts';
import { errors } from '../../../../errors.ts';
import { revokeDevices } from '../../../../oauth/consent/revoke-devices.ts';

/** user-api calls this when a new password, a disabled account, an operator or the person ends their sign-ins. */
export const familiesRevoke = defineRoute({
  ...ssoCalls.revokeFamilies,
  summary: 'Revokes refresh families of an account and its codes that wait for their pickup',
  access: callers('user-api'),
  errors: [errors.temporarilyUnavailable],
  async handle(context: SsoContext, input) {
    const { user_id: userId, family_id: familyId, client_id: clientId, kept_family_id: keptFamilyId } = input;
    const selection = {
      userId,
      ...(familyId === undefined ? {} : { familyId }),
      ...(clientId === undefined ? {} : { clientId }),
      ...(keptFamilyId === undefined ? {} : { keptFamilyId }),
    };
    if (input.consents === true) await context.consents.revokeAll(userId, context.now());
    const failure = input.voided === true ? 'account' : 'revoked';
    const { codes, families } = await revokeDevices(context, selection, input.reason ?? 'admin', failure);
    return { revoked: codes + families };
  },
});
