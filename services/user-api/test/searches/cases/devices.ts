import type { FakeDevice } from '../../setup/fake-approvals.ts';
import { secret } from '../people.ts';
import { periodFilters, type SearchCase } from '../search-case.ts';

const time = '2026-12-01T09:00:00.000Z';

export const devicesCase: SearchCase<FakeDevice & { readonly createdAt: Date }> = {
  path: '/oauth/device/search/user',
  access: 'account',
  isKeptBySso: true,
  samples: [
    {},
    { road: 'browser' },
    { status: 'approved_waiting_pickup', redeemed_at: null, last_refreshed_at: null },
    { status: 'expired', client: { id: 'other', name: 'Other' } },
    { status: 'revoked', ip: '2001:db8::1' },
  ],
  item: ({ id, created_at }) => ({
    id,
    client: { id: 'demo-cli', name: 'Demo CLI' },
    scope: 'openid offline_access',
    audience: [],
    status: 'active',
    road: 'device',
    ip: '192.0.2.7',
    device_name: 'anna’s laptop',
    current: false,
    created_at,
    approved_at: time,
    redeemed_at: time,
    last_refreshed_at: time,
    expires_at: time,
    registered_by: null,
  }),
  makeRow: ({ account }, { id, createdAt }, sample) => ({
    id,
    createdAt,
    userId: account.id,
    family_id: secret,
    client: { id: 'demo-cli', name: 'Demo CLI' },
    scope: 'openid offline_access',
    audience: [],
    status: 'active',
    road: 'device',
    ip: '192.0.2.7',
    device_name: 'anna’s laptop',
    created_at: createdAt.toISOString(),
    approved_at: time,
    redeemed_at: time,
    last_refreshed_at: time,
    expires_at: time,
    ...sample,
  }),
  idOfRow: ({ id }) => id,
  idOfItem: ({ id }) => id,
  async put({ service }, row) {
    const codes = { device_code: secret, user_code: secret };
    service.siblings.devices.push({ ...row, ...codes });
  },
  async remove({ service: { siblings } }, { id }) {
    siblings.devices.splice(
      siblings.devices.findIndex((one) => one.id === id),
      1,
    );
  },
  sees: ({ account }, { userId }) => userId === account.id,
  filters: {
    client_id: { good: ['demo-cli', 'other'], bad: [], matches: ({ client }, value) => client.id === value },
    status: {
      good: ['active', 'approved_waiting_pickup', 'expired', 'revoked'],
      bad: ['pending', 'ACTIVE'],
      matches: ({ status }, value) => status === value,
    },
    user_id: { good: [], bad: ['x'], isForOperators: true, matches: () => false },
    ...periodFilters,
  },
};
