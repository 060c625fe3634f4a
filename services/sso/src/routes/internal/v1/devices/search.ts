import { defineRoute, serviceAccess } from '@latchkey/http-server';
import { approvedDeviceStates, type ApprovedDevice } from '../../../../consent/approved-devices.ts';
import type { SsoContext } from '../../../../context.ts';
import { answerSlice, planSchema, readPlan, sliceFields, toInstant } from '../page-plan.ts';

const text = { type: 'string' } as const;
const instant = { type: 'integer', minimum: 0, maximum: 8.64e15 } as const;
const instantOrNull = { type: ['string', 'null'] } as const;
const device = {
  type: 'object',
  properties: {
    id: text,
    client: { type: 'object', properties: { id: text, name: text }, required: ['id', 'name'] },
    scope: text,
    status: { type: 'string', enum: approvedDeviceStates },
    ip: text,
    created_at: text,
    approved_at: text,
    redeemed_at: instantOrNull,
    last_refreshed_at: instantOrNull,
    expires_at: text,
  },
  required: ['id', 'client', 'scope', 'status', 'ip', 'created_at', 'approved_at', 'expires_at'],
} as const;

/** What user-api's search of a person's devices reads. Source: contract part 2 "Guarded routes". */
export const devicesSearch = defineRoute({
  path: '/internal/v1/devices/search',
  summary: 'Lists the devices that a person approved, newest first',
  access: serviceAccess,
  input: {
    properties: {
      user_id: text,
      plan: planSchema,
      client_id: text,
      status: { type: 'string', enum: approvedDeviceStates },
      created_from_ms: { ...instant, description: 'Milliseconds since the epoch' },
      created_to_ms: { ...instant, description: 'Exclusive' },
    },
    required: ['user_id', 'plan'],
  },
  output: {
    properties: { items: { type: 'array', items: device }, ...sliceFields },
    required: ['items', 'total_count', 'offset', 'last_key'],
  },
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
