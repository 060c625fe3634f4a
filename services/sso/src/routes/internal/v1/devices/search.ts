import { ssoCalls } from '@latchkey/contracts';
import { defineRoute, serviceAccess } from '@latchkey/http-server';
import { type ApprovedDevice } from '../../../../consent/approved-devices.ts';
import type { SsoContext } from '../../../../context.ts';
import { answerSlice, readPlan, toInstant } from '../page-plan.ts';

/** user-api reads this to list a person's devices. Source: contract part 2 "Guarded routes". */
export const devicesSearch = defineRoute({
  ...ssoCalls.searchDevices,
  summary: 'Lists the devices that a person approved, newest first',
  access: serviceAccess,
  errors: [],
  async handle({ approvedDevices, now }: SsoContext, input) {
    const { user_id: userId, plan, client_id: clientId, status } = input;
    const { created_from_ms: createdFromMs, created_to_ms: createdToMs } = input;
    const filters = {
      ...(clientId === undefined ? {} : { clientId }),
      ...(status === undefined ? {} : { state: status }),
      ...(createdFromMs === undefined ? {} : { createdFromMs }),
      ...(createdToMs === undefined ? {} : { createdToMs }),
    };
    return answerSlice(await approvedDevices.search(userId, filters, readPlan(plan), now()), describeDevice);
  },
});

function describeDevice(found: ApprovedDevice) {
  return {
    id: found.id,
    client: { id: found.clientId, name: found.clientName },
    scope: found.scope,
    status: found.state,
    ip: found.ip,
    created_at: toInstant(found.createdAtMs),
    approved_at: toInstant(found.approvedAtMs),
    redeemed_at: toInstant(found.redeemedAtMs),
    last_refreshed_at: toInstant(found.lastRefreshedAtMs),
    expires_at: toInstant(found.expiresAtMs),
  };
}
