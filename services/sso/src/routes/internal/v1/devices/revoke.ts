import { ApiError } from '@latchkey/errors';
import { defineRoute, serviceAccess } from '@latchkey/http-server';
import { revokeDevice } from '../../../../consent/revoke-device.ts';
import type { SsoContext } from '../../../../context.ts';
import { errors } from '../../../../errors.ts';

const text = { type: 'string' } as const;

/** Source: contract part 2 "Also needed to be usable" (/oauth/device/revoke). */
export const devicesRevoke = defineRoute({
  path: '/internal/v1/devices/revoke',
  summary: 'Ends the access of a device that a person approved',
  access: serviceAccess,
  input: { properties: { user_id: text, id: text }, required: ['user_id', 'id'] },
  output: { properties: { revoked: { type: 'boolean' } }, required: ['revoked'] },
  errors: [errors.deviceUnknown],
  async handle(context: SsoContext, { user_id: userId, id }) {
    const device = await context.approvedDevices.find(userId, id);
    if (device === undefined || !(await revokeDevice(context, device, 'user')))
      throw new ApiError(errors.deviceUnknown, { field: 'id' });
    return { revoked: true };
  },
});
