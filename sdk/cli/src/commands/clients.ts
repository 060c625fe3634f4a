import { defineAct, dropUnset } from '../define-act.ts';
import { defineSearch, partFilter, stateFilter } from '../define-search.ts';
import { showTime } from '../output.ts';
import { clientOptions, explainRefusal, fieldNames, readFields, showClient } from './client-fields.ts';

const needs = 'clients';
/** An operator manages every client, and makes those of the installation. */
const adminOption = {
  admin: {
    type: 'flag',
    summary: 'As an operator: any client, scope and audience.',
  },
} as const;
const client = { client: { summary: 'The id of the client.' } } as const;

const keepSecret = 'The secret is shown this once. Keep it where only the client can read it.';

export const clients = [
  defineSearch({
    name: 'clients list',
    summary: 'List your OAuth clients.',
    needs,
    things: 'clients',
    filters: {
      status: stateFilter('active', 'inactive'),
      name: { type: 'text', field: 'name', summary: 'Only those with exactly this name.' },
      search: partFilter('their name'),
      grant: { type: 'text', field: 'grant_type', summary: 'Only those that may use this grant.' },
      archived: { type: 'flag', field: 'archived', summary: 'Those that are archived, and no others.' },
      owner: {
        type: 'text',
        field: 'owner',
        summary: 'With --admin: only those of this account or org, or of the installation.',
      },
    },
    options: adminOption,
    search: (api, fields) => api('/oauth/clients/search', fields),
    columns: {
      name: ({ name }) => name,
      client: (one) => one.client_id,
      type: ({ type }) => type,
      status: ({ status, archived }) => (archived ? 'archived' : status),
      created: (one) => showTime(one.created_at),
    },
    key: (one) => one.client_id,
  }),
  defineAct({
    name: 'clients create',
    summary: 'Make an OAuth client of yours, of an org, or (--admin) of the installation.',
    needs,
    fieldNames,
    arguments: { name: { summary: 'What people see when they are asked to let it in.' } },
    options: {
      type: {
        type: 'text',
        choices: ['public', 'confidential'],
        summary: 'public (unless given), or confidential: a secret.',
      },
      org: { type: 'text', summary: 'The org that owns it, by id or slug.' },
      ...clientOptions,
      ...adminOption,
    },
    call: (api, { name, type = 'public', org, ...input }) =>
      explainRefusal(
        api('/oauth/clients/create', { name, type, ...dropUnset({ org }), ...readFields(input) }),
      ),
    fields: (made) => ({ ...showClient(made), ...(made.client_secret && { secret: made.client_secret }) }),
    result: ({ client_id: id, client_secret: secret }) => secret ?? id,
    done: ({ client_secret: secret }) => (secret === undefined ? 'The client is made.' : keepSecret),
  }),
  defineAct({
    name: 'clients view',
    summary: 'Show a client, and until when its secrets are valid.',
    needs,
    arguments: client,
    options: adminOption,
    fieldNames,
    call: (api, { client: id }) => api('/oauth/clients/view', { client_id: id }),
    fields: (one) => ({
      ...showClient(one),
      secrets: one.secrets.map(
        (secret) =>
          `since ${showTime(secret.created_at)}${secret.expires_at === null ? '' : ` until ${showTime(secret.expires_at)}`}`,
      ),
    }),
  }),
  defineAct({
    name: 'clients update',
    summary: 'Change what you name of a client: lists whole, and --scope "" empties one.',
    needs,
    arguments: client,
    options: {
      name: { type: 'text', summary: 'The new name.' },
      status: {
        type: 'text',
        choices: ['active', 'inactive'],
        summary: 'Nothing of an inactive client works.',
      },
      ...clientOptions,
      ...adminOption,
    },
    fieldNames,
    call: (api, { client: id, name, status, ...input }) =>
      explainRefusal(
        api('/oauth/clients/update', { client_id: id, ...dropUnset({ name, status }), ...readFields(input) }),
      ),
    fields: showClient,
    done: () => 'The client is changed.',
  }),
  defineAct({
    name: 'clients rotate-secret',
    summary: 'Make a new secret for a client; the old one stays valid for a day, unless --now ends it.',
    needs,
    arguments: client,
    options: {
      now: { type: 'flag', summary: 'End every other secret at once, as one that was stolen.' },
      ...adminOption,
    },
    fieldNames,
    question: ({ client: id, now }) =>
      `Make a new secret for ${id}? The old one ends ${now ? 'at once' : 'in a day'}.`,
    call: (api, { client: id, now }) =>
      api('/oauth/clients/rotate_secret', { client_id: id, end_previous: now }),
    fields: (made) => ({
      client: made.client_id,
      secret: made.client_secret,
      'old secret until': showTime(made.previous_expires_at),
    }),
    result: (made) => made.client_secret,
    done: () => keepSecret,
  }),
  defineAct({
    name: 'clients archive',
    summary: 'Archive a client: nothing of it works until it is restored.',
    needs,
    arguments: client,
    options: adminOption,
    fieldNames,
    question: ({ client: id }) => `Archive ${id}, so that nothing of it works?`,
    call: (api, { client: id }) => api('/oauth/clients/archive', { client_id: id }),
    done: ({ name }) => `${name} is archived.`,
  }),
  defineAct({
    name: 'clients restore',
    summary: 'Restore an archived client, and what of it has not ended since.',
    needs,
    arguments: client,
    options: adminOption,
    fieldNames,
    call: (api, { client: id }) => api('/oauth/clients/restore', { client_id: id }),
    done: ({ name }) => `${name} works again.`,
  }),
];
