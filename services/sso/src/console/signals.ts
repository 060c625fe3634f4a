import type { List } from './declare.ts';

/** The addresses that signals are sent to. What waits for one, and what is dead, is among the mails. */
export const signals: List = {
  name: 'signals',
  search: '/admin/signal/search',
  filters: [{ name: 'status', options: ['pending', 'on', 'off'] }],
  columns: [
    { name: 'url' },
    { name: 'types' },
    { name: 'status' },
    { name: 'problem' },
    { name: 'created_at', as: 'moment' },
    { name: 'updated_at', as: 'moment' },
  ],
  title: 'url',
  id: 'id',
  marked: [
    { name: 'delete_signal', path: '/admin/signal/delete', keys: { signal_id: 'id' }, isEnding: true },
  ],
  acts: [],
};
