import type { List } from './declare.ts';

/** The sessions of browsers and of apps, of everybody. */
export const sessions: List = {
  name: 'sessions',
  search: '/admin/session/search',
  filters: [
    { name: 'search' },
    { name: 'status', options: ['active', 'expired', 'revoked'] },
    { name: 'kind', options: ['root', 'client'] },
    { name: 'client_id' },
    { name: 'ip' },
    { name: 'user_id' },
    { name: 'org' },
  ],
  columns: [
    { name: 'user.email', label: 'email', leadsTo: { list: 'people', id: 'user.id' } },
    { name: 'user_agent', as: 'agent' },
    { name: 'client.name', label: 'client' },
    { name: 'ip' },
    { name: 'status' },
    { name: 'created_at', as: 'moment' },
    { name: 'last_seen_at', as: 'moment' },
  ],
  title: 'user.email',
  id: 'id',
  marked: [
    { name: 'end_session', path: '/admin/session/revoke', keys: { session_id: 'id' }, isEnding: true },
  ],
  acts: [],
};
