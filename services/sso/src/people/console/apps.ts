import type { Act, List } from './declare.ts';

/** The app of a page, whose address has its id. */
const client = { keys: { client_id: 'id' } } as const;
const app = { list: 'apps', id: 'client_id' } as const;

const archive = {
  ...client,
  name: 'archive_app',
  path: '/oauth/clients/archive',
  isEnding: true,
  fits: { archived: ['false'] },
} as const satisfies Act;

/** user-api asks for a code where the app is not the operator's own, so none of these acts without power. */
const acts: readonly Act[] = [
  {
    ...client,
    name: 'rotate_secret',
    path: '/oauth/clients/rotate_secret',
    fields: [{ name: 'end_previous', isFlag: true }],
    isFresh: true,
    needsPower: true,
    once: 'client_secret',
    fits: { type: ['confidential'], archived: ['false'] },
  },
  {
    ...client,
    name: 'verify_app',
    path: '/admin/client/verify',
    fields: [{ name: 'verified', options: ['true', 'false'] }],
    isFresh: true,
    needsPower: true,
    fits: { archived: ['false'] },
  },
  archive,
  {
    ...client,
    name: 'restore_app',
    path: '/oauth/clients/restore',
    isFresh: true,
    needsPower: true,
    fits: { archived: ['true'] },
  },
];

/** The OAuth clients of the installation, of orgs and of people. */
export const apps: List = {
  name: 'apps',
  search: '/oauth/clients/search',
  filters: [
    { name: 'search', label: 'search_app' },
    { name: 'owner' },
    { name: 'status', options: ['active', 'inactive'] },
    {
      name: 'grant_type',
      options: ['device_code', 'authorization_code', 'refresh_token', 'client_credentials'],
    },
    { name: 'archived', isFlag: true },
  ],
  columns: [
    { name: 'name' },
    { name: 'client_id' },
    { name: 'type' },
    { name: 'owner.kind', label: 'owner_kind' },
    { name: 'status' },
    { name: 'verified' },
    { name: 'created_at', as: 'moment' },
  ],
  title: 'name',
  id: 'client_id',
  thing: {
    view: '/oauth/clients/view',
    key: 'client_id',
    title: 'name',
    facts: [
      { name: 'client_id' },
      { name: 'type' },
      { name: 'status' },
      { name: 'archived_at', as: 'moment' },
      { name: 'verified' },
      { name: 'owner.kind', label: 'owner_kind' },
      { name: 'owner.id', label: 'owner_id' },
      { name: 'secrets', as: 'periods' },
      { name: 'grant_types' },
      { name: 'scopes' },
      { name: 'audiences' },
      { name: 'redirect_uris' },
      { name: 'post_logout_redirect_uris' },
      { name: 'device_policy' },
      { name: 'refresh_binding' },
      { name: 'vouches' },
      { name: 'introspects' },
      { name: 'names_visitors' },
      { name: 'created_at', as: 'moment' },
      { name: 'updated_at', as: 'moment' },
    ],
    related: [
      { list: 'connections', filters: { client_id: 'client_id' } },
      { list: 'sessions', filters: { client_id: 'client_id' } },
      { list: 'log', filters: { client_id: 'client_id' } },
      { list: 'drops', filters: { owner: 'client_id' } },
    ],
    acts,
  },
  marked: [{ ...archive, keys: { client_id: 'client_id' } }],
  acts: [],
};

/** Which app may call which. */
export const connections: List = {
  name: 'connections',
  under: 'apps',
  search: '/oauth/clients/connected/search',
  filters: [
    { name: 'search', label: 'search_app' },
    { name: 'client_id' },
    { name: 'status', options: ['requested', 'active', 'removed'] },
  ],
  columns: [
    { name: 'source_name', leadsTo: { list: 'apps', id: 'source' } },
    { name: 'target_name', leadsTo: { list: 'apps', id: 'target' } },
    { name: 'scopes' },
    { name: 'status' },
    { name: 'created_at', as: 'moment' },
    { name: 'last_verified_at', as: 'moment' },
  ],
  title: 'source_name',
  id: 'id',
  marked: [
    {
      name: 'remove_connection',
      path: '/oauth/clients/connections/remove',
      keys: { source: 'source', target: 'target' },
      isEnding: true,
    },
  ],
  acts: [],
};

/** The services that tokens may be for. */
export const apis: List = {
  name: 'apis',
  search: '/admin/api/search',
  filters: [{ name: 'audience' }, { name: 'archived', isFlag: true }],
  columns: [
    { name: 'name' },
    { name: 'audience' },
    { name: 'client_id', leadsTo: app },
    { name: 'scopes' },
    { name: 'created_at', as: 'moment' },
  ],
  title: 'name',
  id: 'id',
  marked: [{ name: 'archive_api', path: '/admin/api/archive', keys: { api_id: 'id' }, isEnding: true }],
  acts: [],
};
