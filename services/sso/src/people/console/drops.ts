import type { List } from './declare.ts';

/** The drops of all owners, without what they hold and what is said of it. */
export const drops: List = {
  name: 'drops',
  at: 'drop',
  search: '/v1/admin/list',
  filters: [
    { name: 'owner', label: 'drop_owner' },
    { name: 'status', options: ['reserved', 'active', 'consumed', 'revoked', 'expired'] },
    { name: 'kind' },
  ],
  columns: [
    { name: 'id' },
    { name: 'owner', label: 'drop_owner' },
    { name: 'kind' },
    { name: 'status' },
    { name: 'size' },
    { name: 'created_at', as: 'moment' },
    { name: 'expires_at', as: 'instant' },
    { name: 'consumed_at', as: 'moment' },
  ],
  title: 'id',
  id: 'id',
  marked: [],
  acts: [{ name: 'clean_up_drops', at: 'drop', path: '/v1/admin/cleanup' }],
};
