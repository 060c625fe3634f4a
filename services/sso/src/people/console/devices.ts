import type { List } from './declare.ts';

/** The devices and apps that a person has let in. */
export const devices: List = {
  name: 'devices',
  under: 'sessions',
  search: '/oauth/device/search/user',
  filters: [
    { name: 'status', options: ['active', 'approved_waiting_pickup', 'expired', 'revoked'] },
    { name: 'client_id' },
  ],
  needs: ['user_id'],
  columns: [
    { name: 'client.name', label: 'client' },
    { name: 'device_name' },
    { name: 'status' },
    { name: 'ip' },
    { name: 'approved_at', as: 'moment' },
    { name: 'last_refreshed_at', label: 'last_seen_at', as: 'moment' },
  ],
  title: 'client.name',
  id: 'id',
  marked: [
    {
      name: 'end_device',
      path: '/oauth/device/revoke',
      keys: { id: 'id', user_id: 'user_id' },
      isEnding: true,
    },
  ],
  acts: [],
};
