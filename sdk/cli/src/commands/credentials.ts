import { defineAct } from '../define-act.ts';
import { clientFilter, defineSearch, periodFilters, stateFilter } from '../define-search.ts';
import { findId } from '../find-id.ts';
import { showTime } from '../output.ts';

const needs = 'clients';

export const credentials = [
  defineSearch({
    name: 'credentials list',
    summary: 'List the app tokens that your clients were issued.',
    needs,
    things: 'app tokens',
    filters: {
      ...clientFilter,
      status: stateFilter('active', 'expired', 'revoked'),
      scope: { type: 'text', field: 'scope', summary: 'Only those with this right.' },
      ...periodFilters,
    },
    search: (api, fields) => api('/oauth/client_credentials/search/app', fields),
    columns: {
      id: ({ id }) => ({ id }),
      until: (credential) => showTime(credential.expires_at),
      status: ({ status }) => status,
      client: (credential) => credential.client_id,
      rights: ({ scope }) => scope,
    },
    key: ({ id }) => id,
  }),
  defineAct({
    name: 'credentials end',
    summary: 'End an app token of a client of yours.',
    needs,
    arguments: { id: { summary: 'The id of the app token, or its beginning, as the list shows it.' } },
    find: (api, { id }) =>
      findId(
        id,
        (fields) => api('/oauth/client_credentials/search/app', fields),
        (found) => `${found.id}, of ${found.client_id}`,
      ),
    question: (_input, label) => `End the app token ${label}?`,
    call: (api, { id }) => api('/oauth/client_credentials/revoke', { id }),
    done: () => 'The app token is refused from now on.',
  }),
];
