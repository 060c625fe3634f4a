import {
  accountCalls,
  ApiError,
  deviceStates,
  isUuid,
  registeredBy as registeredBySchema,
  ssoCalls,
} from '@latchkey/contracts';
import { defineRoute } from '@latchkey/http-server';
import { accountAccess } from '../../access/account-access.ts';
import { registeredBy } from '../../clients/registered-by.ts';
import type { UserApiContext } from '../../context.ts';
import { errors } from '../../errors.ts';
import { originOf } from '../../request-log/request-log.ts';
import { endAtSso } from '../../sessions/end-at-sso.ts';
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
  summary: 'Lists the devices that the caller approved, newest first',
  family: 'oauth_device',
  access: accountAccess,
  spec: searchSpecs.devices,
  fields: {
    client_id: filterSchemas.text,
    status: filterSchemas.oneOf(...deviceStates),
    ...periodFields,
  },
  item: deviceItem,
  toItem: ({ family_id: familyId, ...device }: ListedDevice, { session }) => ({
    ...device,
    current: familyId === session.id,
  }),
  errors: [],
  readFilters({ client_id, status, ...period }) {
    const { createdFromMs, createdToMs } = readPeriod(period);
    return {
      client_id,
      status,
      created_from_ms: sinceEpoch(createdFromMs),
      created_to_ms: sinceEpoch(createdToMs),
    };
  },
  scopeOf: ({ account }) => account.id,
  bindScope: (user) => ({ user }),
  async find(context, { scope: userId, filters, plan, traceparent }) {
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
  summary: 'Ends the access of a device that the caller approved',
  family: 'oauth_device',
  access: accountAccess,
  errors: [errors.notFound],
  async handle(context: UserApiContext, { id }, { account }, request) {
    const event = { event: 'device.revoke', userId: account.id } as const;
    const revoke = () => context.sso.revokeDevice(account.id, id, request.traceparent);
    const device = isUuid(id) ? await endAtSso(context, event, originOf(request), revoke, id) : undefined;
    if (device === undefined) throw new ApiError(errors.notFound, { field: 'id' });
    const { revoked, familyId } = device;
    // Without it, what this service remembers of the family would let its tokens in for some seconds more.
    if (familyId !== null) await context.tombstones.add(familyId);
    return { revoked };
  },
});
