import type { List } from './declare.ts';

/** What happened to all accounts. */
export const log: List = {
  name: 'log',
  search: '/admin/auth/request_log/search',
  filters: [
    { name: 'kind', label: 'about', options: ['sign_in', 'devices', 'account', 'orgs', 'apps', 'operators'] },
    { name: 'event' },
    { name: 'outcome', options: ['success', 'failure'] },
    { name: 'search', label: 'search_email' },
    { name: 'user_id' },
    { name: 'client_id' },
    { name: 'org' },
    { name: 'ip' },
    { name: 'created_from', isDay: true },
    { name: 'created_to', isDay: true },
  ],
  columns: [
    { name: 'created_at', label: 'time', as: 'instant' },
    { name: 'event' },
    { name: 'outcome', rather: 'code' },
    { name: 'user.email', label: 'email', leadsTo: { list: 'people', id: 'user.id' } },
    { name: 'client.name', label: 'client', leadsTo: { list: 'apps', id: 'client.id' } },
    { name: 'ip' },
    { name: 'actor.email', label: 'operator' },
  ],
  title: 'event',
  id: 'id',
  command: {
    name: 'admin log',
    options: {
      kind: 'kind',
      event: 'event',
      outcome: 'outcome',
      search: 'search',
      user_id: 'user',
      client_id: 'client',
      org: 'org',
      ip: 'ip',
      created_from: 'since',
      created_to: 'until',
    },
  },
  marked: [],
  acts: [],
};
