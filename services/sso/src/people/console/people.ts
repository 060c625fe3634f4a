import type { Act, List } from './declare.ts';
import { roles } from './roles.ts';

const kinds = ['user', 'admin', 'root'] as const;
const user = { keys: { user_id: 'id' } } as const;

const disable = { ...user, name: 'disable_user', path: '/admin/user/disable', isEnding: true } as const;

/** The acts on an account. Source: contract part 2 "Also needed to be usable". */
const acts: readonly Act[] = [
  { ...disable, fits: { status: ['active', 'invited'] } },
  { ...user, name: 'enable_user', path: '/admin/user/enable', isFresh: true, fits: { status: ['disabled'] } },
  {
    ...user,
    name: 'verify_email',
    path: '/admin/user/verify_email',
    isFresh: true,
    fits: { email_verified: ['false'] },
  },
  {
    ...user,
    name: 'reset_password',
    path: '/admin/user/reset_password',
    fields: [{ name: 'keep_passkeys', isFlag: true }],
    isFresh: true,
    once: 'password',
    fits: { status: ['active', 'disabled'] },
  },
  { ...user, name: 'reset_totp', path: '/admin/user/reset_totp', isFresh: true, fits: { mfa: ['true'] } },
  { ...user, name: 'reset_passkeys', path: '/admin/user/reset_passkeys', isFresh: true },
  {
    ...user,
    name: 'set_kind',
    path: '/admin/user/set_kind',
    fields: [{ name: 'kind', options: kinds }],
    isFresh: true,
    fits: { status: ['active'] },
  },
];

/** The accounts of the installation. */
export const people: List = {
  name: 'people',
  search: '/admin/user/search',
  filters: [
    { name: 'search' },
    { name: 'status', options: ['active', 'disabled', 'invited', 'deleted'] },
    { name: 'kind', options: kinds },
    { name: 'org' },
    { name: 'mfa', options: ['true', 'false'] },
  ],
  columns: [
    { name: 'email' },
    { name: 'name' },
    { name: 'kind' },
    { name: 'status' },
    { name: 'mfa' },
    { name: 'last_login_at', as: 'moment' },
    { name: 'created_at', as: 'moment' },
  ],
  title: 'email',
  id: 'id',
  thing: {
    view: '/admin/user/view',
    key: 'user_id',
    title: 'email',
    facts: [
      { name: 'name' },
      { name: 'kind' },
      { name: 'status' },
      { name: 'email_verified' },
      { name: 'mfa' },
      { name: 'id' },
    ],
    related: [
      { list: 'sessions', filters: { user_id: 'id' } },
      { list: 'devices', filters: { user_id: 'id' } },
      { list: 'members', filters: { email: 'email' } },
      { list: 'apps', filters: { owner: 'id' } },
      { list: 'log', filters: { user_id: 'id' } },
      { list: 'drops', filters: { owner: 'id' } },
      { list: 'mails', filters: { user_id: 'id' } },
    ],
    acts,
  },
  marked: [disable],
  acts: [
    {
      name: 'create_user',
      path: '/admin/user/create',
      fields: [
        { name: 'email' },
        { name: 'name', isOptional: true },
        { name: 'org', isOptional: true },
        { name: 'role', options: roles, isOptional: true },
        { name: 'print_link', isFlag: true },
      ],
      isFresh: true,
      once: 'link',
    },
  ],
};
