import { defineAct } from '../define-act.ts';
import { clientFilter, defineSearch, periodFilters } from '../define-search.ts';
import { showTime } from '../output.ts';

const needs = 'account';

export const devices = [
  defineSearch({
    name: 'devices list',
    summary: 'List the devices that you have let in.',
    needs,
    things: 'devices',
    filters: {
      ...clientFilter,
      status: {
        type: 'text',
        field: 'status',
        choices: ['approved_waiting_pickup', 'active', 'expired', 'revoked'],
        summary: 'Only those in this state.',
      },
      ...periodFilters,
    },
    search: (api, fields, options) => api('/oauth/device/search/user', fields, options),
    columns: {
      id: ({ id }) => id,
      'last used': (device) => showTime(device.last_refreshed_at ?? device.redeemed_at),
      status: ({ status }) => status,
      app: ({ client }) => client.name,
      device: ({ device_name }) => device_name ?? '',
      ip: ({ ip }) => ip,
    },
  }),
  defineAct({
    name: 'devices end',
    summary: 'End the access of a device.',
    needs,
    arguments: { id: { summary: 'The id of the device.' } },
    call: (api, { id }, options) => api('/oauth/device/revoke', { id }, options),
    done: ({ revoked }) => (revoked ? 'The device has no access any more.' : 'The device had none any more.'),
  }),
];
