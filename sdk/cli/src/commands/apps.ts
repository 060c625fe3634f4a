import { defineAct } from '../define-act.ts';
import { clientFilter, defineSearch, partFilter, stateFilter } from '../define-search.ts';
import { showTime } from '../output.ts';

const needs = 'account';

export const apps = [
  defineSearch({
    name: 'apps list',
    summary: 'List the apps that may act for you, and what they may do.',
    needs,
    things: 'apps',
    filters: {
      ...clientFilter,
      scope: { type: 'text', field: 'scope', summary: 'Only those with this right.' },
      status: stateFilter('active', 'revoked'),
      search: partFilter('their name'),
    },
    search: (api, fields) => api('/oauth/clients/authorized/search', fields),
    columns: {
      name: ({ client }) => client.name,
      client: ({ client }) => client.id,
      'last used': (app) => showTime(app.last_used_at),
      status: ({ status }) => status,
      devices: (app) => app.session_count,
      rights: ({ scopes }) => scopes,
    },
    key: ({ client }) => client.id,
  }),
  defineAct({
    name: 'apps end',
    summary: 'Take back what you have granted to an app, and end its devices.',
    needs,
    arguments: { client: { summary: 'The client of the app, as the list shows it.' } },
    fieldNames: { client_id: 'CLIENT' },
    question: ({ client }) => `Take back all that ${client} may do for you, and end its devices?`,
    call: (api, { client }) => api('/oauth/clients/authorized/revoke', { client_id: client }),
    done: ({ revoked, ended }) =>
      revoked
        ? `The app may not act for you any more. Devices ended: ${ended}.`
        : 'The app could not act for you.',
  }),
];
