import type { OptionValue } from '../command.ts';
import { defineAct, dropUnset } from '../define-act.ts';
import { defineSearch } from '../define-search.ts';
import { showTime, type Cell } from '../output.ts';

const needs = 'clients';
const client = { client: { summary: 'The id of the client.' } } as const;

const clientLists = {
  grant: {
    type: 'list',
    summary: 'A grant that it may use: device_code, refresh_token, client_credentials.',
  },
  scope: { type: 'list', summary: 'A scope that it may ask for.' },
  'default-scope': { type: 'list', value: 'SCOPE', summary: 'What it gets when it asks for no scope.' },
  audience: { type: 'list', value: 'URL', summary: 'A service that its tokens may be for.' },
  'default-audience': {
    type: 'list',
    value: 'URL',
    summary: 'For whom its tokens are when it names nobody.',
  },
  method: {
    type: 'text',
    choices: ['none', 'client_secret_basic', 'client_secret_post'],
    summary: 'How it shows its secret.',
  },
  vouches: {
    type: 'list',
    value: 'DOMAIN',
    summary: 'Operators only: a domain whose addresses it may vouch for at a signup, or *.',
  },
  'device-policy': {
    type: 'text',
    choices: ['any', 'typed', 'same_network'],
    summary:
      'How its devices are approved: typed takes no code from a link, same_network also no other network.',
  },
  introspects: {
    type: 'text',
    choices: ['true', 'false'],
    summary: 'Operators only: it may ask about any access token.',
  },
  'names-visitors': {
    type: 'text',
    choices: ['true', 'false'],
    summary: 'Operators only: it may name the visitor for whom a sign-in starts.',
  },
} as const;

type ClientLists = { readonly [Name in keyof typeof clientLists]: OptionValue<(typeof clientLists)[Name]> };

/** A list that is not given is left as it is; one that is given as '' is emptied. */
const readList = (given: readonly string[]) =>
  given.length === 0 ? undefined : given.filter((one) => one !== '');

const readFlag = (given: 'true' | 'false' | undefined) =>
  given === undefined ? undefined : given === 'true';

const readFields = (input: ClientLists) =>
  dropUnset({
    grant_types: readList(input.grant),
    scopes: readList(input.scope),
    default_scopes: readList(input['default-scope']),
    audiences: readList(input.audience),
    default_audiences: readList(input['default-audience']),
    token_endpoint_auth_method: input.method,
    device_policy: input['device-policy'],
    vouches: readList(input.vouches),
    introspects: readFlag(input.introspects),
    names_visitors: readFlag(input['names-visitors']),
  });

interface ShownClient {
  readonly client_id: string;
  readonly name: string;
  readonly type: string;
  readonly status: string;
  readonly archived: boolean;
  readonly grant_types: readonly string[];
  readonly scopes: readonly string[];
  readonly default_scopes: readonly string[];
  readonly audiences: readonly string[];
  readonly default_audiences: readonly string[];
  readonly vouches: readonly string[];
  readonly introspects: boolean;
  readonly names_visitors: boolean;
  readonly token_endpoint_auth_method: string;
  readonly device_policy: string;
  readonly created_at: string;
}

const showClient = (one: ShownClient): Readonly<Record<string, Cell>> => ({
  client: one.client_id,
  name: one.name,
  type: one.type,
  status: one.archived ? 'archived' : one.status,
  method: one.token_endpoint_auth_method,
  grants: one.grant_types,
  scopes: one.scopes,
  'default scopes': one.default_scopes,
  audiences: one.audiences,
  'default audiences': one.default_audiences,
  'device policy': one.device_policy,
  'vouches for': one.vouches,
  introspects: one.introspects,
  'names visitors': one.names_visitors,
  created: showTime(one.created_at),
});

const keepSecret = 'The secret is shown this once. Keep it where only the client can read it.';

export const clients = [
  defineSearch({
    name: 'clients list',
    summary: 'List your OAuth clients.',
    needs,
    things: 'clients',
    filters: {
      status: {
        type: 'text',
        field: 'status',
        choices: ['active', 'inactive'],
        summary: 'Only those in this state.',
      },
      name: { type: 'text', field: 'name', summary: 'Only those with exactly this name.' },
      search: {
        type: 'text',
        field: 'search',
        value: 'TEXT',
        summary: 'Only those with this in their name.',
      },
      grant: { type: 'text', field: 'grant_type', summary: 'Only those that may use this grant.' },
      archived: { type: 'flag', field: 'archived', summary: 'Those that are archived, and no others.' },
    },
    search: (api, fields, options) => api('/oauth/clients/search', fields, options),
    columns: {
      client: (one) => one.client_id,
      created: (one) => showTime(one.created_at),
      type: ({ type }) => type,
      status: ({ status, archived }) => (archived ? 'archived' : status),
      name: ({ name }) => name,
    },
  }),
  defineAct({
    name: 'clients create',
    summary: 'Make an OAuth client of your own, or of an org that you manage.',
    needs,
    arguments: { name: { summary: 'What people see when they are asked to let it in.' } },
    options: {
      type: {
        type: 'text',
        choices: ['public', 'confidential'],
        summary: 'Whether it can keep a secret (confidential) or not (public, unless given).',
      },
      org: { type: 'text', summary: 'The org that owns it, by id or slug.' },
      ...clientLists,
    },
    call: (api, { name, type = 'public', org, ...input }, options) =>
      api('/oauth/clients/create', { name, type, ...dropUnset({ org }), ...readFields(input) }, options),
    fields: (made) => ({ ...showClient(made), ...(made.client_secret && { secret: made.client_secret }) }),
    result: ({ client_id: id, client_secret: secret }) => secret ?? id,
    done: ({ client_secret: secret }) => (secret === undefined ? 'The client is made.' : keepSecret),
  }),
  defineAct({
    name: 'clients view',
    summary: 'Show a client, and until when its secrets are valid.',
    needs,
    arguments: client,
    call: (api, { client: id }, options) => api('/oauth/clients/view', { client_id: id }, options),
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
    summary: 'Change what you name of a client; the rest stays.',
    details: 'A list that you name is replaced whole. An empty value, as in --scope "", empties it.',
    needs,
    arguments: client,
    options: {
      name: { type: 'text', summary: 'The new name.' },
      status: {
        type: 'text',
        choices: ['active', 'inactive'],
        summary: 'Nothing of an inactive client works.',
      },
      ...clientLists,
    },
    call: (api, { client: id, name, status, ...input }, options) =>
      api(
        '/oauth/clients/update',
        { client_id: id, ...dropUnset({ name, status }), ...readFields(input) },
        options,
      ),
    fields: showClient,
    done: () => 'The client is changed.',
  }),
  defineAct({
    name: 'clients rotate-secret',
    summary: 'Make a new secret for a client; the old one stays valid for a day, unless --now ends it.',
    needs,
    arguments: client,
    options: { now: { type: 'flag', summary: 'End every other secret at once, as one that was stolen.' } },
    call: (api, { client: id, now }, options) =>
      api('/oauth/clients/rotate_secret', { client_id: id, end_previous: now }, options),
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
    question: ({ client: id }) => `Archive ${id}, so that nothing of it works?`,
    call: (api, { client: id }, options) => api('/oauth/clients/archive', { client_id: id }, options),
    done: ({ name }) => `${name} is archived.`,
  }),
  defineAct({
    name: 'clients restore',
    summary: 'Restore an archived client, and what of it has not ended since.',
    needs,
    arguments: client,
    call: (api, { client: id }, options) => api('/oauth/clients/restore', { client_id: id }, options),
    done: ({ name }) => `${name} works again.`,
  }),
];
