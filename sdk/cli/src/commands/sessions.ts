import { confirm } from '../ask.ts';
import { wordBrowser } from '../browser-words.ts';
import { defineCommand } from '../command.ts';
import { yesOption } from '../define-act.ts';
import { clientFilter, defineSearch, periodFilters, stateFilter } from '../define-search.ts';
import { createUnclear } from '../failure.ts';
import { findId } from '../find-id.ts';
import { nameClient } from '../name-client.ts';
import { showTime } from '../output.ts';

const needs = 'account';

export const sessionFilters = {
  ...clientFilter,
  status: stateFilter('active', 'expired', 'revoked'),
  kind: {
    type: 'text',
    field: 'kind',
    choices: ['root', 'client'],
    summary: 'Only those of a browser or device (root), or of an app (client).',
  },
  ...periodFilters,
} as const;

export const sessions = [
  defineSearch({
    name: 'sessions list',
    summary: 'List your sessions. Devices have a list of their own.',
    needs,
    things: 'sessions',
    filters: sessionFilters,
    search: (api, fields) => api('/account/me/session/search', fields),
    columns: {
      browser: (session) => wordBrowser(session.user_agent),
      id: ({ id }) => ({ id }),
      'last seen': (session) => showTime(session.last_seen_at),
      status: ({ status, current }) => (current ? 'this one' : status),
      app: ({ client }) => nameClient(client),
      ip: ({ ip }) => ip,
    },
    key: ({ id }) => id,
  }),
  defineCommand({
    name: 'sessions end',
    summary: 'End a session, or all others.',
    needs,
    arguments: { id: { summary: 'The id of the session, or its beginning.', isOptional: true } },
    fieldNames: { session_id: 'ID' },
    options: {
      others: { type: 'flag', summary: 'End all your sessions and devices but this login.' },
      ...yesOption,
    },
    async run({ shell, out, userApi }, { id, others, yes }) {
      if ((id === undefined) !== others)
        throw createUnclear('sessions end', 'sessions end needs either ID or --others.');
      const api = await userApi();
      const found = await (id &&
        findId(
          id,
          (fields) => api('/account/me/session/search', fields),
          ({ user_agent: agent, client }) =>
            [wordBrowser(agent), nameClient(client)].filter(Boolean).join(', '),
        ));
      const what = found ? `the session of ${found.label}` : 'all your sessions and devices but this login';
      if (!yes) await confirm(shell, `End ${what}?`);
      const data = found
        ? await api('/account/me/session/revoke', { session_id: found.id })
        : await api('/account/me/session/revoke_others', {});
      out.record(data, {});
      out.say(`Sessions and devices ended: ${data.ended}.`);
    },
  }),
];
