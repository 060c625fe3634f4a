import { ApiError, ssoCalls } from '@latchkey/contracts';
import { callers, defineRoute } from '@latchkey/http-server';
import { revokeDevice } from '../../../../consent/revoke-device.ts';
import type { SsoContext } from '../../../../context.ts';
import { errors } from '../../../../errors.ts';

/** Source: contract part 2 "Also needed to be usable" (/oauth/device/revoke). */
export const devicesRevoke = defineRoute({
  ...ssoCalls.revokeDevice,
  summary: 'Revokes the access of a device that a person approved',
  access: callers('user-api'),
  errors: [errors.deviceUnknown, errors.temporarilyUnavailable],
  async handle(context: SsoContext, { user_id: userId, id }) {
    const device = await context.approvedDevices.find(userId, id);
    if (device === undefined) throw new ApiError(errors.deviceUnknown, { field: 'id' });
    const revoked = await revokeDevice(context, device, 'user');
    const { clientId, familyId } = device;
    return { revoked, client_id: clientId, ...(familyId === null ? {} : { family_id: familyId }) };
  },
});
