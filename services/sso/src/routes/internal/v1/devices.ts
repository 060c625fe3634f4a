import { ApiError, ssoCalls } from '@latchkey/contracts';
import { callers, defineRoute } from '@latchkey/http-server';
import type { SsoContext } from '../../../context.ts';
import { errors } from '../../../errors.ts';
import type { ApprovedDevice } from '../../../oauth/consent/approved-devices.ts';
import { revokeDevice } from '../../../oauth/consent/revoke-device.ts';
import { answerSlice, readPlan } from './page-plan.ts';

/** user-api reads this to list a person's devices. Source: contract part 2 "Guarded routes". */
export const devicesSearch = defineRoute({
  ...ssoCalls.searchDevices,
  summary: 'Lists the devices that a person approved, newest first',
  access: callers('user-api'),
  errors: [],
  async handle({ approvedDevices, now }: SsoContext, input) {
    const { user_id: userId, plan, client_id: clientId, status } = input;
    const { created_from_ms: fromMs, created_to_ms: toMs } = input;
    const filters = {
      ...(clientId === undefined ? {} : { clientId }),
      ...(status === undefined ? {} : { state: status }),
      ...(fromMs === undefined ? {} : { createdFrom: new Date(fromMs) }),
      ...(toMs === undefined ? {} : { createdTo: new Date(toMs) }),
    };
    return answerSlice(await approvedDevices.search(userId, filters, readPlan(plan), now()), describeDevice);
  },
});

function describeDevice(found: ApprovedDevice) {
  return {
    id: found.id,
    client: { id: found.clientId, name: found.clientName },
    scope: found.scope,
    audience: [...found.audience],
    status: found.state,
    road: found.road,
    ip: found.ip,
    device_name: found.deviceName,
    family_id: found.familyId,
    created_at: found.createdAt.toISOString(),
    approved_at: found.approvedAt.toISOString(),
    redeemed_at: found.redeemedAt?.toISOString() ?? null,
    last_refreshed_at: found.lastRefreshedAt?.toISOString() ?? null,
    expires_at: found.expiresAt.toISOString(),
  };
}

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
