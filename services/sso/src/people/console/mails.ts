import type { List } from './declare.ts';

const search = '/admin/mail/search';
const person = { list: 'people', id: 'user_id' } as const;

/** The mails and signals of the installation, without what they say. */
export const mails: List = {
  name: 'mails',
  search,
  filters: [
    { name: 'status', options: ['waiting', 'sent', 'dropped', 'dead'] },
    { name: 'email' },
    { name: 'kind' },
    { name: 'user_id' },
    { name: 'signal_id' },
  ],
  columns: [
    { name: 'email' },
    { name: 'kind' },
    { name: 'event' },
    { name: 'status' },
    { name: 'attempts' },
    { name: 'problem' },
    { name: 'created_at', as: 'moment' },
  ],
  title: 'email',
  id: 'id',
  thing: {
    view: search,
    key: 'mail_id',
    title: 'email',
    facts: [
      { name: 'kind' },
      { name: 'event' },
      { name: 'status' },
      { name: 'attempts' },
      { name: 'problem' },
      { name: 'next_attempt_at', as: 'instant' },
      { name: 'created_at', as: 'instant' },
      { name: 'ended_at', as: 'instant' },
      { name: 'user_id', leadsTo: person },
      { name: 'id' },
    ],
    related: [{ list: 'mails', filters: { email: 'email' } }],
    acts: [
      {
        name: 'send_mail_again',
        path: '/admin/mail/send_again',
        keys: { mail_id: 'id' },
        isFresh: true,
        fits: { status: ['sent', 'dead'] },
      },
    ],
  },
  marked: [],
  acts: [],
};
