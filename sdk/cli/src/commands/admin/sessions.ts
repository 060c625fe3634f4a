import { wordBrowser } from '../../browser-words.ts';
import { defineAct } from '../../define-act.ts';
import { defineSearch, partFilter, type Fields, type UserApi } from '../../define-search.ts';
import { nameClient } from '../../name-client.ts';
import { showTime } from '../../output.ts';
import { sessionFilters } from '../sessions.ts';
import { findUserId } from './users.ts';

const needs = 'admin';

export const everybodyFilters = {
  user: { type: 'text', field: 'user_id', value: 'USER', summary: 'Only of this account, by address or id.' },
  org: { type: 'text', field: 'org', summary: 'Only of this org, by id or slug.' },
  search: partFilter('their address', 'accounts'),
} as const;

/** The fields of a list, with the id of an account that was named by its address. */
export async function nameUser(api: UserApi, fields: Fields): Promise<Fields> {
  const { user_id: typed }: Readonly<Record<string, unknown>> = fields;
  if (typeof typed !== 'string') return fields;
  // The values of Fields have no type.
  return { ...fields, user_id: (await findUserId(api, typed)) as never };
}

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
    search: async (api, fields) => api('/admin/session/search', await nameUser(api, fields)),
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
    call: (api, { id }) => api('/admin/session/revoke', { session_id: id }),
    done: ({ ended }) => `Sessions ended: ${ended}.`,
  }),
];
