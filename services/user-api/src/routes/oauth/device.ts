import {
  accountCalls,
  ApiError,
  deviceStates,
  isUuid,
  registeredBy as registeredBySchema,
  ssoCalls,
} from '@latchkey/contracts';
import { defineRoute, text } from '@latchkey/http-server';
import { accountAccess } from '../../access/account-access.ts';
import { findManageable } from '../../accounts/find-manageable.ts';
import { registeredBy } from '../../clients/registered-by.ts';
import type { UserApiContext } from '../../context.ts';
import { errors } from '../../errors.ts';
import { originOf } from '../../request-log/request-log.ts';
import { endAtSso } from '../../sessions/end-at-sso.ts';
import { assertOperatorPower } from '../../sessions/operator-power.ts';
import type { Device } from '../../sibling/sso-approvals.ts';
import { defineSearch } from '../define-search.ts';
import { filterSchemas, periodFields, readPeriod } from '../filter-schemas.ts';
import { searchSpecs } from '../search-specs.ts';

const { properties, ...rest } = ssoCalls.searchDevices.output.properties.items.items;
const { family_id: _family, ...shown } = properties;
const deviceItem = {
  ...rest,
  properties: {
    ...shown,
    current: { type: 'boolean', description: 'Whether the calling token is of this device' },
    registered_by: {
      ...registeredBySchema,
      type: ['object', 'null'],
      description: 'Null where the app is gone',
    },
  },
} as const;

type ListedDevice = Device & { readonly registered_by: ReturnType<typeof registeredBy> | null };

async function nameOwners(
  { clients, now }: UserApiContext,
  devices: readonly Device[],
): Promise<ListedDevice[]> {
  const clientIds = [...new Set(devices.map(({ client }) => client.id))];
  const found = clientIds.length === 0 ? [] : await clients.findForSso(clientIds, new Date(now()));
  const owners = new Map(found.map((client) => [client.clientId, registeredBy(client)]));
  return devices.map((device) => ({ ...device, registered_by: owners.get(device.client.id) ?? null }));
}

/** Passed through to sso, which keeps the devices; cursors are sealed here. */
export const devicesSearch = defineSearch({
  path: '/oauth/device/search/user',
  summary: 'Lists the devices that the caller, or for operators somebody, approved, newest first',
  family: 'oauth_device',
  access: accountAccess,
  spec: searchSpecs.devices,
  fields: {
    client_id: filterSchemas.text,
    status: filterSchemas.oneOf(...deviceStates),
    user_id: { ...filterSchemas.uuid, description: 'Those of this account; only with an operator’s power' },
    ...periodFields,
  },
  item: deviceItem,
  toItem: ({ family_id: familyId, ...device }: ListedDevice, { session }) => ({
    ...device,
    current: familyId === session.id,
  }),
  errors: [errors.forbidden],
  readFilters({ client_id, status, user_id: userId, ...period }, caller) {
    if (userId !== undefined) assertOperatorPower(caller, { field: 'user_id' });
    const { createdFromMs, createdToMs } = readPeriod(period);
    return {
      client_id,
      status,
      userId: userId?.toLowerCase(),
      created_from_ms: sinceEpoch(createdFromMs),
      created_to_ms: sinceEpoch(createdToMs),
    };
  },
  isOfOthers: ({ userId }) => userId !== undefined,
  scopeOf: ({ account }) => account.id,
  bindScope: (user) => ({ user }),
  async find(context, { scope, filters: { userId = scope, ...filters }, plan, traceparent }) {
    const { items, ...page } = await context.sso.searchDevices({ userId, filters, plan }, traceparent);
    return { ...page, items: await nameOwners(context, items) };
  },
});

/** sso takes no instant before the epoch. There is no device from before it either, so the list stays the same. */
function sinceEpoch(instantMs: number | undefined): number | undefined {
  return instantMs === undefined ? undefined : Math.max(0, instantMs);
}

/** Source: contract part 2 "Also needed to be usable". */
export const deviceRevoke = defineRoute({
  ...accountCalls.revokeDevice,
  summary: 'Ends the access of a device that the caller, or for operators somebody, approved',
  family: 'oauth_device',
  access: accountAccess,
  input: {
    properties: {
      ...accountCalls.revokeDevice.input.properties,
      user_id: { ...text, description: 'Whose device it is, where that is another account; for operators' },
    },
    required: ['id'],
  },
  errors: [errors.notFound, errors.forbidden],
  async handle(context: UserApiContext, { id, user_id: whose }, caller, request) {
    const { id: actorId } = caller.account;
    if (whose !== undefined) assertOperatorPower(caller, { field: 'user_id' });
    const owner =
      whose === undefined ? caller.account : await findManageable(context.accounts, caller.account, whose);
    const byOperator = whose === undefined ? {} : { actorId };
    const event = { event: 'device.revoke', userId: owner.id, ...byOperator } as const;
    const revoke = () => context.sso.revokeDevice(owner.id, id, request.traceparent);
    const device = isUuid(id) ? await endAtSso(context, event, originOf(request), revoke, id) : undefined;
    if (device === undefined) throw new ApiError(errors.notFound, { field: 'id' });
    const { revoked, familyId } = device;
    // Without it, what this service remembers of the family would let its tokens in for some seconds more.
    if (familyId !== null) await context.tombstones.add(familyId);
    return { revoked };
  },
});
