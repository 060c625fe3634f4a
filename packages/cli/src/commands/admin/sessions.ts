import { wordBrowser } from '../../browser-words.ts';
import { defineAct } from '../../define-act.ts';
import { defineSearch } from '../../define-search.ts';
import { nameClient } from '../../name-client.ts';
import { showTime } from '../../output.ts';
import { sessionFilters } from '../sessions.ts';

const needs = 'admin';

/** Filters of the lists over all users. */
export const everybodyFilters = {
  user: { type: 'text', field: 'user_id', value: 'ID', summary: 'Only of the account with this id.' },
  org: { type: 'text', field: 'org', summary: 'Only of this org, by id or slug.' },
  search: { type: 'text', field: 'search', value: 'TEXT', summary: 'Only with this in the address.' },
} as const;

export const sessions = [
  defineSearch({
    name: 'admin sessions list',
    summary: 'List the sessions of all users.',
    needs,
    things: 'sessions',
    filters: {
      ...everybodyFilters,
      ip: { type: 'text', field: 'ip', summary: 'Only from this address.' },
      ...sessionFilters,
    },
    search: (api, fields, options) => api('/admin/session/search', fields, options),
    columns: {
      user: (session) => session.user?.email,
      id: ({ id }) => id,
      status: ({ status }) => status,
      app: ({ client }) => nameClient(client),
      'last seen': (session) => showTime(session.last_seen_at),
      ip: ({ ip }) => ip,
      browser: (session) => wordBrowser(session.user_agent),
    },
    key: ({ id }) => id,
  }),
  defineAct({
    name: 'admin sessions end',
    summary: 'End a session of a user.',
    needs,
    arguments: { id: { summary: 'The id of the session.' } },
    fieldNames: { session_id: 'ID' },
    question: ({ id }) => `End the session ${id}?`,
    call: (api, { id }, options) => api('/admin/session/revoke', { session_id: id }, options),
    done: ({ ended }) => `Sessions ended: ${ended}.`,
  }),
];
