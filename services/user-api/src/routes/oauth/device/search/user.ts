import { deviceStates, ssoCalls } from '@latchkey/contracts';
import { accountAccess } from '../../../../access/account-access.ts';
import type { Device } from '../../../../sibling/sso-approvals.ts';
import { defineSearch } from '../../../define-search.ts';
import { filterSchemas, periodFields, readPeriod } from '../../../filter-schemas.ts';
import { searchSpecs } from '../../../search-specs.ts';

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
  item: ssoCalls.searchDevices.output.properties.items.items,
  toItem: (device: Device) => device,
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
  find: ({ sso }, { scope: userId, filters, plan, traceparent }) =>
    sso.searchDevices({ userId, filters, plan }, traceparent),
});

/** sso takes no instant before the epoch. There is no device from before it either, so the list stays the same. */
function sinceEpoch(instantMs: number | undefined): number | undefined {
  return instantMs === undefined ? undefined : Math.max(0, instantMs);
}
