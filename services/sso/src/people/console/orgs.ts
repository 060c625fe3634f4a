import type { Act, List } from './declare.ts';
import { roles } from './roles.ts';

const org = { keys: { org: 'id' } } as const;
const role = { name: 'role', options: roles } as const;

const acts: readonly Act[] = [
  {
    ...org,
    name: 'invite',
    path: '/admin/org/invite',
    fields: [{ name: 'email' }, role, { name: 'print_link', isFlag: true }],
    isFresh: true,
    once: 'link',
  },
  {
    ...org,
    name: 'add_member',
    path: '/admin/org/member_add',
    fields: [{ name: 'email' }, role],
    isFresh: true,
  },
];

/** The organisations of the installation. */
export const orgs: List = {
  name: 'orgs',
  search: '/admin/org/search',
  filters: [
    { name: 'search', label: 'search_org' },
    { name: 'status', options: ['active', 'disabled'] },
  ],
  columns: [{ name: 'name' }, { name: 'slug' }, { name: 'status' }, { name: 'created_at', as: 'moment' }],
  title: 'slug',
  id: 'id',
  thing: {
    view: '/admin/org/view',
    key: 'org',
    title: 'name',
    facts: [
      { name: 'slug' },
      { name: 'status' },
      { name: 'members' },
      { name: 'owners' },
      { name: 'invitations' },
      { name: 'created_at', as: 'moment' },
      { name: 'id' },
    ],
    related: [
      { list: 'members', filters: { org: 'id' } },
      { list: 'invitations', filters: { org: 'id' } },
      { list: 'sessions', filters: { org: 'id' } },
      { list: 'people', filters: { org: 'id' } },
      { list: 'apps', filters: { owner: 'id' } },
      { list: 'log', filters: { org: 'id' } },
    ],
    acts,
  },
  marked: [],
  acts: [
    {
      name: 'create_org',
      path: '/admin/org/create',
      fields: [{ name: 'slug' }, { name: 'name' }],
      isFresh: true,
    },
  ],
};

const people = [{ name: 'org' }, { name: 'role', options: roles }, { name: 'email' }] as const;

/** The members of organisations. */
export const members: List = {
  name: 'members',
  under: 'orgs',
  search: '/admin/org/member/search',
  filters: people,
  columns: [
    { name: 'user.email', label: 'email', leadsTo: { list: 'people', id: 'user.id' } },
    { name: 'name' },
    { name: 'org.slug', label: 'org', leadsTo: { list: 'orgs', id: 'org.id' } },
    { name: 'role' },
    { name: 'created_at', as: 'moment' },
  ],
  title: 'user.email',
  id: 'id',
  marked: [
    {
      name: 'remove_member',
      path: '/admin/org/member_remove',
      keys: { org: 'org.id', user_id: 'user.id' },
      isEnding: true,
    },
  ],
  acts: [],
};

/** The open invitations to organisations. */
export const invitations: List = {
  name: 'invitations',
  under: 'orgs',
  search: '/admin/org/invitation/search',
  filters: people,
  columns: [
    { name: 'email' },
    { name: 'org.slug', label: 'org', leadsTo: { list: 'orgs', id: 'org.id' } },
    { name: 'role' },
    { name: 'created_at', as: 'moment' },
    { name: 'expires_at', as: 'moment' },
  ],
  title: 'email',
  id: 'invite',
  marked: [
    {
      name: 'withdraw_invitation',
      path: '/admin/org/invitation/withdraw',
      keys: { org: 'org.id', invite: 'invite' },
      isEnding: true,
    },
  ],
  acts: [],
};
