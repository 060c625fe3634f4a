import type { UserApiData } from '@latchkey/client';
import { defineAct } from '../define-act.ts';
import { clientFilter, defineSearch, periodFilters, stateFilter } from '../define-search.ts';
import { findId } from '../find-id.ts';
import { showTime } from '../output.ts';

const needs = 'account';

/** A device that has not said its name is known by its app. */
const nameDevice = ({ device_name: name, client }: ShownDevice) => name ?? client.name;

type ShownDevice = UserApiData<'/oauth/device/search/user'>['items'][number];

export const devices = [
  defineSearch({
    name: 'devices list',
    summary: 'List the devices that you have let in.',
    needs,
    things: 'devices',
    filters: {
      ...clientFilter,
      status: stateFilter('approved_waiting_pickup', 'active', 'expired', 'revoked'),
      ...periodFilters,
    },
    search: (api, fields) => api('/oauth/device/search/user', fields),
    columns: {
      device: (device) => nameDevice(device),
      id: ({ id }) => ({ id }),
      'last used': (device) => showTime(device.last_refreshed_at ?? device.redeemed_at),
      status: ({ status, current }) =>
        current ? 'this one' : status.replace('approved_waiting_pickup', 'waiting'),
      app: ({ client }) => client.name,
      ip: ({ ip }) => ip,
    },
    key: ({ id }) => id,
  }),
  defineAct({
    name: 'devices end',
    summary: 'End the access of a device.',
    needs,
    arguments: { id: { summary: 'The id of the device, or its beginning.' } },
    find: (api, { id }) =>
      findId(
        id,
        (fields) => api('/oauth/device/search/user', fields),
        (device) => `${nameDevice(device)}, ${device.client.name}`,
      ),
    question: (_input, label) => `End the access of ${label}?`,
    call: (api, { id }) => api('/oauth/device/revoke', { id }),
    done: ({ revoked }) => (revoked ? 'The device has no access any more.' : 'The device had none any more.'),
  }),
];
