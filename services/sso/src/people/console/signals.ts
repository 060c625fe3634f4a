import type { Act, List } from './declare.ts';

const search = '/admin/signal/search';
/** The subscription of a page, whose address has its id. */
const signal = { keys: { signal_id: 'id' }, isFresh: true } as const;
const types = { name: 'types', label: 'signal_types', isList: true } as const;

const acts: readonly Act[] = [
  {
    ...signal,
    name: 'update_signal',
    path: '/admin/signal/update',
    fields: [
      { name: 'url', isOptional: true },
      { ...types, isOptional: true },
    ],
  },
  { ...signal, name: 'turn_on_signal', path: '/admin/signal/turn_on' },
  { ...signal, name: 'rotate_signal_secret', path: '/admin/signal/rotate_secret', once: 'secret' },
];

/** The addresses that signals are sent to. What waits for one, and what is dead, is among the mails. */
export const signals: List = {
  name: 'signals',
  search,
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
  thing: {
    view: search,
    key: 'signal_id',
    title: 'url',
    facts: [
      { name: 'types' },
      { name: 'status' },
      { name: 'problem' },
      { name: 'old_secret_expires_at', as: 'instant' },
      { name: 'created_by', leadsTo: { list: 'people', id: 'created_by' } },
      { name: 'created_at', as: 'moment' },
      { name: 'updated_at', as: 'moment' },
      { name: 'id' },
    ],
    related: [{ list: 'mails', filters: { signal_id: 'id' } }],
    acts,
  },
  marked: [
    { name: 'delete_signal', path: '/admin/signal/delete', keys: { signal_id: 'id' }, isEnding: true },
  ],
  acts: [
    {
      name: 'create_signal',
      path: '/admin/signal/create',
      fields: [{ name: 'url' }, types],
      isFresh: true,
      once: 'secret',
    },
  ],
};
